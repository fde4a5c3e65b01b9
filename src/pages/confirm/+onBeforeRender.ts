import { linkPage } from '../link-page-data.ts'

export default linkPage('Confirm your subscription', 'Confirms your subscription.')
