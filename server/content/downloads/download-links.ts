import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A link to a file is good for a day (rulings, section 6). */
export const linkLifeMs = 24 * 60 * 60 * 1000

export type CheckedLink =
  /** `name` tells one link from another. */
  { kind: 'valid'; name: string; expiresAt: number } | { kind: 'expired' } | { kind: 'forged' }

/**
 * Signed links, each to one download. `secrets`: the first signs, all verify; the keys that are made from them sign nothing else.
 */
export function createDownloadLinks(options: { secrets: ReadonlyArray<string>; now: () => Date }) {
  const keys = options.secrets.map((secret) => createHmac('sha256', secret).update('download links').digest())
  const now = () => options.now().getTime()
  const signature = (key: Buffer, id: number, signed: string) =>
    createHmac('sha256', key).update(`${id} ${signed}`).digest()

  return {
    /** A new link to a download: where it leads on this site, and until when. */
    make({ id, slug }: { id: number; slug: string }): { url: string; expiresAt: string } {
      const expiresAt = now() + linkLifeMs
      const signed = `${expiresAt.toString(36)}.${randomBytes(9).toString('base64url')}`
      const [key] = keys
      if (!key) throw new Error('There is no secret to sign links with.')
      const token = `${signed}.${signature(key, id, signed).toString('base64url')}`
      return { url: `/downloads/${slug}?token=${token}`, expiresAt: new Date(expiresAt).toISOString() }
    },

    /** What a token is worth for a download. */
    check(id: number, token: string): CheckedLink {
      const [, signed = '', time = '', name = '', given = ''] =
        /^(([0-9a-z]{1,11})\.([\w-]{12}))\.([\w-]{43})$/.exec(token) ?? []
      const bytes = Buffer.from(given, 'base64url')
      const isSigned = keys.some((key) => {
        const expected = signature(key, id, signed)
        return bytes.length === expected.length && timingSafeEqual(bytes, expected)
      })
      if (!isSigned) return { kind: 'forged' }
      const expiresAt = Number.parseInt(time, 36)
      return expiresAt > now() ? { kind: 'valid', name, expiresAt } : { kind: 'expired' }
    },
  }
}

export type DownloadLinks = ReturnType<typeof createDownloadLinks>
