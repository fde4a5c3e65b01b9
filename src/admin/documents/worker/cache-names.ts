/** Caches of content for offline use; emptied when the user signs out. */
export const contentCache = 'admin-content'
export const pictureCache = 'admin-pictures'
/** Cache of the document that every admin screen starts from; it contains no content. */
export const shellCache = 'admin-shell'
/** Message to the worker: the user has signed out. */
export const forget = 'forget'
/** Message to the active worker: let the waiting version take over. */
export const giveWay = 'give-way'
/**
 * Message to the active worker: a page is loaded now, so the waiting version must not take over.
 */
export const stay = 'stay'
/** Message to the waiting worker: take over. */
export const takeOver = 'take-over'
