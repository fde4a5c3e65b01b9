import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { createSigner, hashSecret } from '../../platform/secrets.ts'
import type { AccountStore } from './account-store.ts'
import type { PasskeyRecord, SpentChallenge, UserRecord } from './accounts-data.ts'

/** How long a browser has to answer a challenge. */
const patienceMs = 5 * 60 * 1000
const randomLength = 16
const timeLength = 6
export const mostPasskeys = 20

type Purpose = 'sign-in' | `user ${number}`

/**
 * Loaded at the first use: most starts need no passkey, and the package brings a parser of
 * certificates.
 */
const library = () => import('@simplewebauthn/server')

/**
 * Passkeys (WebAuthn) as a way to sign in without a password. The device checks its owner
 * (`userVerification: required`), so a passkey needs no further code. A challenge is signed instead
 * of stored, so that visitors write nothing; one that was answered is stored until it expires, so
 * that it is answered once.
 */
export function createPasskeys(parts: {
  store: AccountStore
  secrets: ReadonlyArray<string>
  siteUrl: string
  siteName: () => string
  now: () => Date
  /** Called with the reason why an answer was refused. */
  refused: (reason: unknown) => void
}) {
  const { store, siteUrl, siteName, now, refused } = parts
  const { hostname: rpID, origin } = new URL(siteUrl)
  const { newChallenge, expecting } = createChallenges(parts.secrets, now)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }

  /** The library throws for every answer that is not valid. */
  function reportedAsNull(reason: unknown): null {
    refused(reason)
    return null
  }

  return {
    /**
     * Whether browsers allow passkeys at the address of the site: they need a name, not a number.
     */
    isPossible: isIP(rpID.replace(/^\[|\]$/g, '')) === 0,

    /** What a browser needs to make a passkey for a user. */
    async newOptions(user: Pick<UserRecord, 'id' | 'username' | 'name'>) {
      const { generateRegistrationOptions } = await library()
      const own = await store.listPasskeys(user.id)
      return generateRegistrationOptions({
        rpName: siteName(),
        rpID,
        userName: user.username,
        userDisplayName: user.name || user.username,
        userID: new Uint8Array(Buffer.from(`user ${user.id}`)),
        challenge: newChallenge(`user ${user.id}`),
        attestationType: 'none',
        excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        timeout: patienceMs,
      })
    },

    /** Stores the passkey that a browser made for a user. False when the answer is not valid. */
    async add(userId: number, response: RegistrationResponseJSON, name: string): Promise<boolean> {
      const { verifyRegistrationResponse } = await library()
      const asked = expecting(`user ${userId}`)
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge: asked.matches,
        ...expected,
      }).catch(reportedAsNull)
      const challenge = asked.found()
      if (!verified?.verified || !challenge) return false
      const record = newPasskey(verified.registrationInfo.credential, userId, name, now())
      return store.addPasskey(record, challenge)
    },

    /** What a browser needs to sign in with any passkey of the site. Names no user. */
    async signInOptions() {
      const { generateAuthenticationOptions } = await library()
      return generateAuthenticationOptions({
        rpID,
        challenge: newChallenge('sign-in'),
        timeout: patienceMs,
        userVerification: 'required',
      })
    },

    /**
     * The user who has signed a challenge; null when the answer is not valid, or was sent before.
     */
    async signIn(response: AuthenticationResponseJSON): Promise<UserRecord | null> {
      const { verifyAuthenticationResponse } = await library()
      const found = await store.findPasskey(response.id)
      if (!found) return null
      const { passkey, user } = found
      const asked = expecting('sign-in')
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge: asked.matches,
        ...expected,
        credential: {
          id: passkey.id,
          counter: passkey.counter,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        },
      }).catch(reportedAsNull)
      const challenge = asked.found()
      if (!verified?.verified || !challenge) return null
      const use = { counter: verified.authenticationInfo.newCounter, at: now(), challenge }
      return (await store.notePasskeyUse(passkey.id, use)) ? user : null
    },

    list: store.listPasskeys,
    remove: store.removePasskey,
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>

/** Signed challenges, each for one purpose and a few minutes. */
function createChallenges(secrets: ReadonlyArray<string>, now: () => Date) {
  const { sign, isSigned } = createSigner(secrets, 'passkey challenges')
  const claimFor = (purpose: Purpose, claim: Buffer) =>
    Buffer.concat([Buffer.from(`${purpose}:`), claim])

  /** Random bytes, the time at which they expire, and a signature of both for a purpose. */
  function newChallenge(purpose: Purpose): Uint8Array<ArrayBuffer> {
    const time = Buffer.alloc(timeLength)
    time.writeUIntBE(now().getTime() + patienceMs, 0, timeLength)
    const claim = Buffer.concat([randomBytes(randomLength), time])
    const signature = Buffer.from(sign(claimFor(purpose, claim)), 'base64url')
    return new Uint8Array(Buffer.concat([claim, signature]))
  }

  /**
   * A challenge that this site made for a purpose and that has not expired; null for any other
   * text.
   */
  function readChallenge(purpose: Purpose, text: string): SpentChallenge | null {
    const bytes = Buffer.from(text, 'base64url')
    const claim = bytes.subarray(0, randomLength + timeLength)
    const given = bytes.subarray(randomLength + timeLength)
    if (claim.length < randomLength + timeLength) return null
    const isKnown = isSigned(claimFor(purpose, claim), given.toString('base64url'))
    const until = claim.readUIntBE(randomLength, timeLength)
    if (!isKnown || until <= now().getTime()) return null
    return {
      hash: hashSecret(bytes.toString('base64url')),
      expiresAt: new Date(until).toISOString(),
    }
  }

  /** Compares the challenge of an answer, and keeps it. */
  function expecting(purpose: Purpose) {
    let found: SpentChallenge | null = null
    return {
      matches(text: string): boolean {
        found = readChallenge(purpose, text)
        return found !== null
      },
      found: () => found,
    }
  }

  return { newChallenge, expecting }
}

function newPasskey(
  credential: WebAuthnCredential,
  userId: number,
  name: string,
  now: Date,
): PasskeyRecord {
  const { id, publicKey, counter, transports = [] } = credential
  return {
    id,
    userId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports,
    name,
    createdAt: now.toISOString(),
    lastUsedAt: null,
  }
}
