import '../styles/admin.css'
import { renderDocument } from './render-document.tsx'

/** A page that is rendered on the server and has controls of the admin on it. */
export const renderAdminStyledDocument = renderDocument
