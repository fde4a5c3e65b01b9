import { linkPage } from '../link-page-data.ts'

export default linkPage('Your topics', 'What you get by mail.')
