import { createHmac, randomBytes } from 'node:crypto'
import { downloadAddress } from '#domain/download-address.ts'
import { isSameText } from '../../platform/secrets.ts'

/** A link to a file is valid for a day (rulings, section 6). */
export const linkLifeMs = 24 * 60 * 60 * 1000

export type CheckedLink =
  /** `name` identifies the link. */
  { kind: 'valid'; name: string; expiresAt: number } | { kind: 'expired' } | { kind: 'forged' }

/**
 * Signed links, each to one download. The first of `secrets` signs, all of them verify. The keys
 * derived from them are used for nothing else.
 */
export function createDownloadLinks(options: { secrets: ReadonlyArray<string>; now: () => Date }) {
  const keys = options.secrets.map((secret) =>
    createHmac('sha256', secret).update('download links').digest(),
  )
  const now = () => options.now().getTime()
  const signature = (key: Buffer, id: number, signed: string) =>
    createHmac('sha256', key).update(`${id} ${signed}`).digest('base64url')

  return {
    /** A new link to a download: its path on this site, and when it expires. */
    make({ id, slug }: { id: number; slug: string }): { url: string; expiresAt: string } {
      const expiresAt = now() + linkLifeMs
      const signed = `${expiresAt.toString(36)}.${randomBytes(9).toString('base64url')}`
      const [key] = keys
      if (!key) throw new Error('There is no secret to sign links with.')
      const token = `${signed}.${signature(key, id, signed)}`
      return {
        url: `${downloadAddress(slug)}?token=${token}`,
        expiresAt: new Date(expiresAt).toISOString(),
      }
    },

    /** Whether a token is valid for a download. */
    check(id: number, token: string): CheckedLink {
      const [, signed = '', time = '', name = '', given = ''] =
        /^(([0-9a-z]{1,11})\.([\w-]{12}))\.([\w-]{43})$/.exec(token) ?? []
      if (!keys.some((key) => isSameText(given, signature(key, id, signed))))
        return { kind: 'forged' }
      const expiresAt = Number.parseInt(time, 36)
      return expiresAt > now() ? { kind: 'valid', name, expiresAt } : { kind: 'expired' }
    },
  }
}

export type DownloadLinks = ReturnType<typeof createDownloadLinks>
