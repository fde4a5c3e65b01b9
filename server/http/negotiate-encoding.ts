export type Encoding = 'br' | 'gzip' | 'identity'

const remembered = new Map<string, Encoding>()
const rememberedLimit = 200

/** The coding to answer with, from an `Accept-Encoding` header: brotli before gzip before none (RFC 9110, 12.5.3). */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const accepted = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
        const quality = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, quality ? Number(quality.slice(2)) : 1] as const
      }),
  )
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  const chosen = takes('br') ? 'br' : takes('gzip') || takes('x-gzip') ? 'gzip' : 'identity'
  if (remembered.size < rememberedLimit) remembered.set(header, chosen)
  return chosen
}
