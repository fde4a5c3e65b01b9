import { textPage } from '../text-page-data.ts'

export default textPage('privacy-policy')
