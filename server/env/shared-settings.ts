import type { Env } from '../env.ts'
import { placeAddress } from '../git/remote/remote.ts'
import type { SharedSetting } from '../platform/postgres/shared-settings.ts'

/**
 * The settings that all servers of a site need to have in common, or people would be signed out at
 * one of them, or content, mails and subscribers would go to two places. `branch` is the one that
 * the server shows.
 */
export function sharedSettings(env: Env, branch: string | null): Array<SharedSetting> {
  const { newsletter, mail } = env
  const one = (name: string, value: string | null | undefined): SharedSetting => ({
    name,
    values: value ? [value] : [],
  })
  const secret = (name: string, value: string | null | undefined): SharedSetting => ({
    ...one(name, value),
    isSecret: true,
  })
  return [
    { name: 'SESSION_SECRET', values: env.sessionSecrets, isSecret: true },
    one('SITE_URL', env.siteUrl),
    one(
      'GIT_REMOTE',
      env.remote &&
        placeAddress(env.remote.place)
          .replace(/(?<!\/)\/+$/, '')
          .replace(/\.git$/, ''),
    ),
    one('GIT_BRANCH', branch),
    secret('GIT_HOOK_SECRET', env.hookSecret),
    one('MAIL_FROM', mail && `${mail.from.name} <${mail.from.address}>`.trim()),
    // The address may contain a secret.
    secret('CDN_PURGE_URL', env.cdnPurge?.url),
    one('NEWSLETTER_PROVIDER', newsletter?.kind),
    one('NEWSLETTER_URL', newsletter?.url),
    one('NEWSLETTER_LIST', newsletter && listOf(newsletter)),
    secret('NEWSLETTER_API_KEY', newsletter?.apiKey),
  ]
}

function listOf(newsletter: NonNullable<Env['newsletter']>): string | null {
  if (newsletter.kind === 'listmonk') return newsletter.lists.join(',')
  return newsletter.kind === 'buttondown' ? newsletter.tag : null
}
