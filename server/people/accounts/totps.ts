import { sealData, unsealData } from 'iron-session'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { isCodeOfApp } from '#domain/account.ts'
import { hashSecret } from '../../platform/secrets.ts'
import type { AccountStore } from './account-store.ts'
import type { UserRecord } from './accounts-data.ts'

/** What every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238). */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** A clock may be wrong by this many steps. */
const tolerance = 1
const secretBytes = 20
const recoveryCodes = 10
/**
 * 120 random bits: at least the 112 of NIST SP 800-63B (5.1.2.2), so that a plain hash is enough.
 */
const recoveryBytes = 15
/** How long the setup of an app may take. */
const setupSeconds = 15 * 60

const sealedSetup = z.object({ userId: z.int(), secret: z.string() })

/** `none`: the user has no app. `missing`: there is one, and no code was sent. */
export type CodeCheck = 'none' | 'missing' | 'right' | 'wrong'

type User = Pick<UserRecord, 'id' | 'username'>

/**
 * Codes of authenticator apps as a second step of the sign-in. Secrets are stored encrypted with
 * the key of the sessions, recovery codes as hashes; a code works once. The first of `secrets`
 * encrypts, all of them are tried.
 */
export function createTotps(parts: {
  store: AccountStore
  secrets: ReadonlyArray<string>
  siteName: () => string
  now: () => Date
  /** Called when the key with which the secret of a user was encrypted is gone. */
  unreadable: (userId: number) => void
}) {
  const { store, secrets, siteName, now, unreadable } = parts
  const { seal, unseal } = createSealing(secrets)
  const appOf = (user: User, secret: string) =>
    new TOTP({
      ...settings,
      issuer: siteName(),
      label: user.username,
      secret: Secret.fromBase32(secret),
    })

  return {
    /**
     * Begins the setup of an app: the secret to type or to scan, and a token that `confirm` needs.
     * Stores nothing.
     */
    async begin(user: User): Promise<{ secret: string; uri: string; setup: string }> {
      const secret = new Secret({ size: secretBytes }).base32
      return {
        secret,
        uri: appOf(user, secret).toString(),
        setup: await seal(user.id, secret, 'setup'),
      }
    },
    /** Stores the app once it has shown a right code; returns the recovery codes. */
    async confirm(
      user: User,
      setup: string,
      code: string,
    ): Promise<Array<string> | 'expired' | 'wrong'> {
      const secret = await unseal(setup, user.id, 'setup')
      if (secret === null) return 'expired'
      const step = stepOf(appOf(user, secret), code, now().getTime())
      if (step === null) return 'wrong'
      const { codes, hashes } = newRecoveryCodes()
      await store.putTotp({
        userId: user.id,
        sealedSecret: await seal(user.id, secret, 'app'),
        since: now().toISOString(),
        lastStep: step,
        recoveryHashes: hashes,
      })
      return codes
    },
    /**
     * Whether a user may sign in with this code: of the app, or a recovery code. A right code is
     * used up.
     */
    async check(user: User, code: string): Promise<CodeCheck> {
      const totp = await store.findTotp(user.id)
      if (!totp) return 'none'
      if (code === '') return 'missing'
      if (!isCodeOfApp(code)) {
        const isRight = await store.spendRecoveryCode(
          user.id,
          hashSecret(code.replace(/[\s-]/g, '').toLowerCase()),
        )
        return isRight ? 'right' : 'wrong'
      }
      const secret = await unseal(totp.sealedSecret, user.id, 'app')
      if (secret === null) {
        unreadable(user.id)
        return 'wrong'
      }
      const step = stepOf(appOf(user, secret), code, now().getTime())
      if (step === null) return 'wrong'
      return (await store.spendTotpStep(user.id, step, await seal(user.id, secret, 'app')))
        ? 'right'
        : 'wrong'
    },
    /** The app of a user, as shown to that user; null without one. */
    async stateOf(userId: number): Promise<{ since: string; recoveryCodesLeft: number } | null> {
      const totp = await store.findTotp(userId)
      return totp && { since: totp.since, recoveryCodesLeft: totp.recoveryHashes.length }
    },
    remove: store.removeTotp,
    /** New recovery codes in place of all earlier ones; null without an app. */
    async renewRecoveryCodes(userId: number): Promise<Array<string> | null> {
      const { codes, hashes } = newRecoveryCodes()
      return (await store.putRecoveryCodes(userId, hashes)) ? codes : null
    },
  }
}

export type Totps = ReturnType<typeof createTotps>

/** Encrypts the secrets of apps with the first key, and decrypts them with any. */
function createSealing(secrets: ReadonlyArray<string>) {
  const [sealing = ''] = secrets
  // A pending setup and a stored secret are encrypted for different purposes, so that one never
  // passes for the other.
  const seal = (userId: number, secret: string, purpose: 'setup' | 'app') =>
    sealData(
      { userId, secret, purpose },
      { password: sealing, ttl: purpose === 'setup' ? setupSeconds : 0 },
    )

  async function unseal(sealed: string, userId: number, purpose: 'setup' | 'app') {
    const shape = sealedSetup.extend({ purpose: z.literal(purpose) })
    for (const password of secrets) {
      const found = await unsealData(sealed, {
        password,
        ttl: purpose === 'setup' ? setupSeconds : 0,
      }).catch(() => null)
      const parsed = shape.safeParse(found)
      if (parsed.success && parsed.data.userId === userId) return parsed.data.secret
    }
    return null
  }

  return { seal, unseal }
}

/** The time step of a code, or null when the code is wrong now. */
function stepOf(app: TOTP, code: string, timestamp: number): number | null {
  const delta = app.validate({ token: code, timestamp, window: tolerance })
  return delta === null ? null : app.counter({ timestamp }) + delta
}

function newRecoveryCodes(): { codes: Array<string>; hashes: Array<string> } {
  const plain = Array.from({ length: recoveryCodes }, () =>
    new Secret({ size: recoveryBytes }).base32.toLowerCase(),
  )
  return {
    codes: plain.map((code) => code.match(/.{4}/g)?.join('-') ?? code),
    hashes: plain.map(hashSecret),
  }
}
