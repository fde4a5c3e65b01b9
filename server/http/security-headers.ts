/** A header as Node's ready arrays want it. */
export type Header = readonly [name: string, value: string]

/**
 * The headers that every answer carries. No inline or foreign script or style; pictures may come from any https address, since writers may
 * link to them. The development server needs its inline refresh script and a socket.
 */
export function securityHeaders(options: { https: boolean; development: boolean }): Array<Header> {
  const development = options.development
  const policy = [
    "default-src 'self'",
    `script-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' https: data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  const headers: Array<Header> = [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=()'],
    // Browsers that know them fetch a page when a link to it is about to be clicked.
    ['Speculation-Rules', '"/speculation-rules.json"'],
  ]
  if (options.https) headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}
