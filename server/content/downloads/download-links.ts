import { randomBytes } from 'node:crypto'
import { downloadAddress } from '#domain/download-address.ts'
import { createSigner } from '../../platform/secrets.ts'

/** A link to a file is valid for a day (rulings, section 6). */
export const linkLifeMs = 24 * 60 * 60 * 1000

export type CheckedLink =
  /** `name` identifies the link. */
  { kind: 'valid'; name: string; expiresAt: number } | { kind: 'expired' } | { kind: 'forged' }

/**
 * Signed links, each to one download.
 */
export function createDownloadLinks(options: { secrets: ReadonlyArray<string>; now: () => Date }) {
  const { sign, isSigned } = createSigner(options.secrets, 'download links')
  const now = () => options.now().getTime()

  return {
    /** A new link to a download: its path on this site, and when it expires. */
    make({ id, slug }: { id: number; slug: string }): { url: string; expiresAt: string } {
      const expiresAt = now() + linkLifeMs
      const signed = `${expiresAt.toString(36)}.${randomBytes(9).toString('base64url')}`
      const token = `${signed}.${sign(`${id} ${signed}`)}`
      return {
        url: `${downloadAddress(slug)}?token=${token}`,
        expiresAt: new Date(expiresAt).toISOString(),
      }
    },

    /** Whether a token is valid for a download. */
    check(id: number, token: string): CheckedLink {
      const [, signed = '', time = '', name = '', given = ''] =
        /^(([0-9a-z]{1,11})\.([\w-]{12}))\.([\w-]{43})$/.exec(token) ?? []
      if (!isSigned(`${id} ${signed}`, given)) return { kind: 'forged' }
      const expiresAt = Number.parseInt(time, 36)
      return expiresAt > now() ? { kind: 'valid', name, expiresAt } : { kind: 'expired' }
    },
  }
}

export type DownloadLinks = ReturnType<typeof createDownloadLinks>
