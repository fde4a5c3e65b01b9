/** The id of the element that contains an admin screen. */
export const adminRootId = 'admin'
