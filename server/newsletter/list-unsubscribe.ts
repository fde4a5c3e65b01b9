/**
 * The headers with which mail programs offer to unsubscribe at once (RFC 8058). `url` takes a POST without a session; it has to be the person's own.
 * A mail that carries them should be signed by DKIM over both.
 */
export function listUnsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
