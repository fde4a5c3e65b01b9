import { before } from '../../records/conditions.ts'
import { type AccountRecords, type AccountTransaction, nameKey } from './account-records.ts'
import type {
  DraftLinkRecord,
  PasskeyRecord,
  ResetRecord,
  ReviewRecord,
  SpentChallenge,
  TokenRecord,
  TotpRecord,
} from './accounts-data.ts'

// Codes for forgotten passwords, authenticator apps, passkeys, tokens and links to drafts: part of the
// account store, because they end with the account that made them. A record of a user who does not
// exist is not stored.

/**
 * Sets a password hash, removes the reset codes, invitations and tokens of the user, with which a
 * stranger could come back, and ends all sessions but one.
 */
export async function setPassword(
  { users, resets, sessions, invitations, tokens }: AccountTransaction,
  id: number,
  passwordHash: string,
  exceptSession: string | null = null,
): Promise<void> {
  await users.update({ id }, { passwordHash })
  await resets.remove({ userId: id })
  await invitations.remove({ invitedBy: id })
  await tokens.remove({ userId: id })
  const ended = (await sessions.find({ userId: id })).map((session) => session.id)
  await sessions.remove({ id: ended.filter((session) => session !== exceptSession) })
}

/** Marks a challenge as answered; false when it was answered before. `at` is the present. */
async function spend(
  { spentChallenges }: AccountTransaction,
  challenge: SpentChallenge,
  at: Date,
): Promise<boolean> {
  await spentChallenges.remove({ expiresAt: before(at.toISOString()) })
  return spentChallenges.add(challenge)
}

/** Whether a second factor is demanded that the owner of something found does not have. */
export async function lacksSecondFactor(
  { totps, passkeys }: AccountRecords,
  { owner: { id }, isFlagSet }: { owner: { id: number }; isFlagSet: boolean },
): Promise<boolean> {
  if (!isFlagSet) return false
  return !((await totps.get({ userId: id })) ?? (await passkeys.get({ userId: id })))
}

export function passwordResets(records: AccountRecords) {
  type Found = Pick<AccountTransaction, 'resets' | 'users'>
  async function findOpen({ resets, users }: Found, codeHash: string, at: Date) {
    const reset = await resets.get({ codeHash })
    return reset && Date.parse(reset.expiresAt) > at.getTime()
      ? users.get({ id: reset.userId })
      : null
  }
  return {
    /** Stores a reset code, and removes expired ones. */
    addReset: (reset: ResetRecord) =>
      records.transaction(async ({ users, resets }) => {
        await resets.remove({ expiresAt: before(reset.createdAt) })
        if (await users.get({ id: reset.userId })) await resets.add(reset)
      }),
    /** The user whose password a code may set at this time. */
    findReset: (codeHash: string, at: Date) => findOpen(records, codeHash, at),
    /**
     * Sets the password hash of the user of a valid code, removes all their codes and ends all
     * their sessions. Null, without a change, for an invalid code.
     */
    spendReset: (codeHash: string, at: Date, passwordHash: string) =>
      records.transaction(async (all) => {
        const user = await findOpen(all, codeHash, at)
        if (!user) return null
        await setPassword(all, user.id, passwordHash)
        return all.users.get({ id: user.id })
      }),
  }
}

export function secondFactors(records: AccountRecords) {
  const { totps } = records
  return {
    findTotp: (userId: number) => totps.get({ userId }),
    /** Stores the authenticator app of a user in place of the one before. */
    putTotp: (totp: TotpRecord) =>
      records.transaction(async ({ users, totps }) => {
        if (!(await users.get({ id: totp.userId }))) return
        await totps.remove({ userId: totp.userId })
        await totps.add(totp)
      }),
    removeTotp: async (userId: number) => (await totps.remove({ userId })) > 0,
    /**
     * Records that the code of a time step was used, and the secret as it is encrypted now. False,
     * without a change, when this step or a later one was used before.
     */
    spendTotpStep: (userId: number, step: number, sealedSecret: string) =>
      records.transaction(async ({ totps }) => {
        const totp = await totps.get({ userId })
        if (!totp || totp.lastStep >= step) return false
        return (await totps.update({ userId }, { lastStep: step, sealedSecret })) > 0
      }),
    /** Removes a recovery code. False when it is not among those that are left. */
    spendRecoveryCode: (userId: number, codeHash: string) =>
      records.transaction(async ({ totps }) => {
        const totp = await totps.get({ userId })
        if (!totp?.recoveryHashes.includes(codeHash)) return false
        const recoveryHashes = totp.recoveryHashes.filter((hash) => hash !== codeHash)
        return (await totps.update({ userId }, { recoveryHashes })) > 0
      }),
    /** Replaces the recovery codes of a user. False without an authenticator app. */
    putRecoveryCodes: async (userId: number, codeHashes: ReadonlyArray<string>) =>
      (await totps.update({ userId }, { recoveryHashes: [...codeHashes] })) > 0,
    /** The ids of the users who have an authenticator app or a passkey. */
    async usersWithSecondFactor() {
      const all = await Promise.all([totps.find(), records.passkeys.find()])
      return [...new Set(all.flat().map(({ userId }) => userId))]
    },
    /** Whether a second factor is demanded of all users. */
    demandsSecondFactor: records.isFlagSet,
    demandSecondFactor: records.setFlag,
    /**
     * Removes authenticator app, recovery codes and passkeys of a user and ends their sessions and
     * tokens, for the operator of the server. False without the user.
     */
    removeSecondFactors: (username: string) =>
      records.transaction(async ({ users, totps, passkeys, sessions, tokens }) => {
        const user = await users.get({ usernameKey: nameKey(username) })
        if (!user) return false
        for (const { remove } of [totps, passkeys, sessions, tokens])
          await remove({ userId: user.id })
        return true
      }),
  }
}

export function passkeys(records: AccountRecords) {
  const { passkeys } = records
  return {
    /** The passkeys of a user, oldest first. */
    listPasskeys: (userId: number) => passkeys.find({ userId }),
    async findPasskey(id: string) {
      const found = await records.getOwned('passkeys', id)
      return found && { passkey: found.item, user: found.owner }
    },
    /**
     * Stores a passkey that answered a challenge. False, without a change, when the passkey is
     * known or the challenge was answered before.
     */
    addPasskey: (passkey: PasskeyRecord, challenge: SpentChallenge) =>
      records.transaction(async (all) => {
        if (
          !(await all.users.get({ id: passkey.userId })) ||
          (await all.passkeys.get({ id: passkey.id }))
        )
          return false
        return (
          (await spend(all, challenge, new Date(passkey.createdAt))) && all.passkeys.add(passkey)
        )
      }),
    /**
     * Records a sign-in with a passkey that answered a challenge. False, without a change, when the
     * passkey is gone or the challenge was answered before.
     */
    notePasskeyUse: (
      id: string,
      { counter, at, challenge }: { counter: number; at: Date; challenge: SpentChallenge },
    ) =>
      records.transaction(async (all) => {
        if (!(await all.passkeys.get({ id })) || !(await spend(all, challenge, at))) return false
        return (await all.passkeys.update({ id }, { counter, lastUsedAt: at.toISOString() })) > 0
      }),
    removePasskey: async (userId: number, id: string) =>
      (await passkeys.remove({ userId, id })) > 0,
  }
}

export function reviews(records: AccountRecords) {
  const { reviews } = records
  return {
    /** All reviews, the oldest first. */
    listReviews: () => reviews.find(),
    findReview: (id: string) => reviews.get({ id }),
    /** Stores a review in place of an earlier one of the item. */
    putReview: (review: ReviewRecord) =>
      records.transaction(async ({ users, reviews }) => {
        await reviews.remove({ id: review.id })
        if (await users.get({ id: review.askedBy })) await reviews.add(review)
      }),
    endReview: async (id: string) => (await reviews.remove({ id })) > 0,
  }
}

/** The most tokens of a user. */
const mostTokens = 50

export function tokens(records: AccountRecords) {
  const { tokens } = records
  return {
    /** Stores a token. False, without a change, without the user or when they have too many. */
    addToken: (token: TokenRecord) =>
      records.transaction(async ({ users, tokens }) => {
        const { userId } = token
        if (!(await users.get({ id: userId }))) return false
        return (await tokens.count({ userId })) < mostTokens && tokens.add(token)
      }),
    /** `needsSecondFactor`: one is demanded, and the user has none. */
    async findToken(id: string) {
      const found = await records.getOwned('tokens', id)
      if (!found) return null
      const needsSecondFactor = await lacksSecondFactor(records, found)
      return { token: found.item, user: found.owner, needsSecondFactor }
    },
    /** The tokens of a user, oldest first, expired ones included. */
    listTokens: (userId: number) => tokens.find({ userId }),
    /** Records the time of the last use. */
    noteTokenUse: (id: string, at: Date) => tokens.update({ id }, { lastUsedAt: at.toISOString() }),
    /** Ends a token of a user; false when there is none. */
    endToken: async (userId: number, id: string) => (await tokens.remove({ userId, id })) > 0,
  }
}

export function draftLinks(records: AccountRecords) {
  const { draftLinks } = records
  return {
    /** Stores a link, and removes expired ones. */
    addDraftLink: (link: DraftLinkRecord) =>
      records.transaction(async ({ users, draftLinks }) => {
        await draftLinks.remove({ expiresAt: before(link.createdAt) })
        if (await users.get({ id: link.createdBy })) await draftLinks.add(link)
      }),
    findDraftLink: (id: string) => draftLinks.get({ id }),
    /** All links, oldest first, expired ones included. */
    listDraftLinks: () => draftLinks.find(),
    /** Ends a link; false when there is none. */
    endDraftLink: async (id: string) => (await draftLinks.remove({ id })) > 0,
  }
}
