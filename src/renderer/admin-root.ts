/** The element of the document that holds an admin screen. */
export const adminRootId = 'admin'
