/**
 * Delay in milliseconds before the status is fetched again after a login or registration
 * (specification, section 9).
 */
export const statusRefetchDelayMs = 300

/** Delay in milliseconds between a login and the redirect (specification, section 9). */
export const navigationPauseMs = 500
