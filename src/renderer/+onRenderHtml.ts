import '../styles/site.css'
import { renderDocument } from './render-document.tsx'

export default renderDocument
