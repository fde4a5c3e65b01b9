import { textPage } from '../text-page-data.ts'

export default textPage('cookie-policy')
