/** Local storage key of whether somebody is signed in (specification, section 4). */
export const statusKey = 'session-notes:signed-in'

/** Whether somebody was signed in when this browser last asked. */
export const isSignedInHere = (store: Pick<Storage, 'getItem'>) =>
  store.getItem(statusKey) === 'true'
