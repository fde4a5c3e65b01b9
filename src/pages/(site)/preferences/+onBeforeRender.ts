import { linkPage } from '../../link-page-data.ts'

export default linkPage('topicsPage')
