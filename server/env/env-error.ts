/** An invalid setting. The message is one sentence that names the variable. */
export class EnvError extends Error {}
