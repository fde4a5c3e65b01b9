import type { DurableStore } from '../../platform/durable-store.ts'
import type { AccountsData, SpentChallenge } from './accounts-data.ts'
import type { CredentialStore, DraftLinkStore } from './credential-store.ts'

/** Ends the sessions of a user, except one. */
export function endSessions(data: AccountsData, userId: number, keep: string | null = null): void {
  data.sessions = data.sessions.filter((session) => session.userId !== userId || session.id === keep)
}

/** Removes everything that belongs to a user. */
export function forgetUser(data: AccountsData, id: number): void {
  const ofOthers = ({ userId }: { userId: number }) => userId !== id
  endSessions(data, id)
  data.invitations = data.invitations.filter(({ invitedBy }) => invitedBy !== id)
  data.resets = data.resets.filter(ofOthers)
  data.totps = data.totps.filter(ofOthers)
  data.passkeys = data.passkeys.filter(ofOthers)
  data.draftLinks = data.draftLinks.filter(({ createdBy }) => createdBy !== id)
}

/** Sets a password hash, which makes the reset codes of the user useless. */
export function setPassword(data: AccountsData, id: number, passwordHash: string, keep: string | null = null): void {
  const user = data.users.find((one) => one.id === id)
  if (!user) return
  user.passwordHash = passwordHash
  data.resets = data.resets.filter(({ userId }) => userId !== id)
  endSessions(data, id, keep)
}

/** The ids of the users who have an authenticator app or a passkey. */
export function withSecondFactor({ totps, passkeys }: AccountsData): Set<number> {
  return new Set([...totps, ...passkeys].map(({ userId }) => userId))
}

/** Marks a challenge as answered; false when it was answered before. `at` is the present. */
function spend(data: AccountsData, challenge: SpentChallenge, at: Date): boolean {
  data.spentChallenges = data.spentChallenges.filter(({ expiresAt }) => Date.parse(expiresAt) > at.getTime())
  if (data.spentChallenges.some(({ hash }) => hash === challenge.hash)) return false
  data.spentChallenges.push(challenge)
  return true
}

const isOpen = ({ expiresAt }: { expiresAt: string }, at: number) => Date.parse(expiresAt) > at

/** The codes, keys and links in the accounts file. */
export function embeddedCredentials(
  store: Pick<DurableStore<AccountsData>, 'data' | 'change'>,
): CredentialStore & DraftLinkStore {
  const userIn = (data: AccountsData, id: number | undefined) => data.users.find((user) => user.id === id) ?? null

  return {
    addReset: (reset) =>
      store.change((data) => {
        data.resets = data.resets.filter((old) => isOpen(old, Date.parse(reset.createdAt)))
        if (userIn(data, reset.userId) && !data.resets.some(({ codeHash }) => codeHash === reset.codeHash))
          data.resets.push(reset)
      }),
    findReset: async (codeHash, at) =>
      userIn(
        store.data,
        store.data.resets.find((one) => one.codeHash === codeHash && isOpen(one, at.getTime()))?.userId,
      ),
    spendReset: (codeHash, at, passwordHash) =>
      store.change((data) => {
        const reset = data.resets.find((one) => one.codeHash === codeHash && isOpen(one, at.getTime()))
        if (!reset) return null
        setPassword(data, reset.userId, passwordHash)
        return userIn(data, reset.userId)
      }),

    findTotp: async (userId) => store.data.totps.find((one) => one.userId === userId) ?? null,
    putTotp: (totp) =>
      store.change((data) => {
        if (userIn(data, totp.userId)) data.totps = [...data.totps.filter(({ userId }) => userId !== totp.userId), totp]
      }),
    removeTotp: (userId) =>
      store.change((data) => {
        const before = data.totps.length
        data.totps = data.totps.filter((one) => one.userId !== userId)
        return data.totps.length < before
      }),
    spendTotpStep: (userId, step, sealedSecret) =>
      store.change((data) => {
        const totp = data.totps.find((one) => one.userId === userId)
        if (!totp || totp.lastStep >= step) return false
        Object.assign(totp, { lastStep: step, sealedSecret })
        return true
      }),
    spendRecoveryCode: (userId, codeHash) =>
      store.change((data) => {
        const totp = data.totps.find((one) => one.userId === userId)
        if (!totp?.recoveryHashes.includes(codeHash)) return false
        totp.recoveryHashes = totp.recoveryHashes.filter((hash) => hash !== codeHash)
        return true
      }),
    putRecoveryCodes: (userId, codeHashes) =>
      store.change((data) => {
        const totp = data.totps.find((one) => one.userId === userId)
        if (totp) totp.recoveryHashes = [...codeHashes]
        return totp !== undefined
      }),

    listPasskeys: async (userId) => store.data.passkeys.filter((one) => one.userId === userId),
    async findPasskey(id) {
      const passkey = store.data.passkeys.find((one) => one.id === id)
      const user = userIn(store.data, passkey?.userId)
      return passkey && user ? { passkey, user } : null
    },
    addPasskey: (passkey, challenge) =>
      store.change((data) => {
        if (!userIn(data, passkey.userId) || data.passkeys.some(({ id }) => id === passkey.id)) return false
        if (!spend(data, challenge, new Date(passkey.createdAt))) return false
        data.passkeys.push(passkey)
        return true
      }),
    notePasskeyUse: (id, { counter, at, challenge }) =>
      store.change((data) => {
        const passkey = data.passkeys.find((one) => one.id === id)
        if (!passkey || !spend(data, challenge, at)) return false
        Object.assign(passkey, { counter, lastUsedAt: at.toISOString() })
        return true
      }),
    removePasskey: (userId, id) =>
      store.change((data) => {
        const before = data.passkeys.length
        data.passkeys = data.passkeys.filter((one) => one.id !== id || one.userId !== userId)
        return data.passkeys.length < before
      }),
    usersWithSecondFactor: async () => [...withSecondFactor(store.data)],
    demandsSecondFactor: async () => store.data.demandsSecondFactor,
    demandSecondFactor: (isDemanded) =>
      store.change((data) => {
        data.demandsSecondFactor = isDemanded
      }),
    removeSecondFactors: (username) =>
      store.change((data) => {
        const user = data.users.find((one) => one.username.toLowerCase() === username.toLowerCase())
        if (!user) return false
        data.totps = data.totps.filter(({ userId }) => userId !== user.id)
        data.passkeys = data.passkeys.filter(({ userId }) => userId !== user.id)
        endSessions(data, user.id)
        return true
      }),

    addDraftLink: (link) =>
      store.change((data) => {
        data.draftLinks = data.draftLinks.filter((old) => isOpen(old, Date.parse(link.createdAt)))
        if (userIn(data, link.createdBy) && !data.draftLinks.some(({ id }) => id === link.id))
          data.draftLinks.push(link)
      }),
    findDraftLink: async (id) => store.data.draftLinks.find((one) => one.id === id) ?? null,
    listDraftLinks: async () => store.data.draftLinks,
    endDraftLink: (id) =>
      store.change((data) => {
        const before = data.draftLinks.length
        data.draftLinks = data.draftLinks.filter((one) => one.id !== id)
        return data.draftLinks.length < before
      }),
  }
}
