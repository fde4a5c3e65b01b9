import { allowingFrames, securityHeaders } from '../../server/http/security-headers.ts'

/**
 * The headers of the live server, for hosts that read `_headers`. Forms and players go to other
 * sites: `forms` is the address of the forms, `frames` are the origins of the players.
 */
export function headersFile(
  siteUrl: string,
  forms: string | null,
  frames: ReadonlyArray<string>,
): string {
  const sent = forms === null ? '' : ` ${new URL(forms).origin}`
  const headers = allowingFrames(
    securityHeaders({ https: siteUrl.startsWith('https:'), development: false }),
    frames,
  ).flatMap(([name, value]) =>
    // Its rules are an address of the live server.
    name === 'Speculation-Rules'
      ? []
      : `  ${name}: ${name === 'Content-Security-Policy' ? value.replace("form-action 'self'", `form-action 'self'${sent}`) : value}\n`,
  )
  const unchanging = ['/assets/*', '/fonts/*'].map(
    (files) => `${files}\n  Cache-Control: public, max-age=31536000, immutable\n`,
  )
  return [`/*\n${headers.join('')}`, ...unchanging].join('\n')
}
