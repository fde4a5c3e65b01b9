import { linkPage } from '../link-page-data.ts'

export default linkPage('Unsubscribe', 'Ends your subscription.')
