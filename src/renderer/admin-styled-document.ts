import '../styles/admin.css'
import { renderDocument } from './render-document.tsx'

/** Renders a page on the server that contains admin controls. */
export const renderAdminStyledDocument = renderDocument
