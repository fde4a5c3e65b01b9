/** Content that this browser has seen, for work without a network. Emptied when the user signs out. */
export const contentCache = 'admin-content'
export const pictureCache = 'admin-pictures'
/** The document that every admin screen starts from; there is no content in it. */
export const shellCache = 'admin-shell'
/** Tells the worker that somebody has signed out. */
export const forget = 'forget'
/** Asks the worker that a page has to let the new one in. */
export const giveWay = 'give-way'
/** Asks a new worker to take over. */
export const takeOver = 'take-over'
