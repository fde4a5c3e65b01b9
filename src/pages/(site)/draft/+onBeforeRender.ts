import { plainPage } from '../../page-data.ts'

/** Shown for links to drafts that have ended. */
export default plainPage('/draft', 'draftEnded', 'draftEndedText', 404)
