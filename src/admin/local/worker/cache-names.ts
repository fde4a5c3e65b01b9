/** Content that this browser has seen, for work without a network. Emptied when the user signs out. */
export const contentCache = 'admin-content'
export const pictureCache = 'admin-pictures'
/** The document that every admin screen starts from; there is no content in it. */
export const shellCache = 'admin-shell'
/** Asks a new worker to take over. */
export const takeOver = 'take-over'
