/** After a login or a registration the status is asked for again (specification, section 9). */
export const statusRefetchDelayMs = 300

/** The pause between a successful login and the page that it leads to (specification, section 9). */
export const navigationPauseMs = 500

/** What is told when the server gave no reason. */
export const unreachable = 'The server could not be reached. Please try again.'
