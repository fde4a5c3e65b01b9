import { describe, expect, test } from 'vitest'
import type {
  AccountStore,
  NewUser,
  SessionStart,
} from '../../server/people/accounts/account-store.ts'
import type {
  DraftLinkRecord,
  PasskeyRecord,
  TokenRecord,
  TotpRecord,
} from '../../server/people/accounts/accounts-data.ts'
import { adapters, prepareAdapters } from './adapters.ts'

const start = Date.parse('2026-01-01T00:00:00Z')
const timeOf = (minute: number) => new Date(start + minute * 60_000)
const textOf = (minute: number) => timeOf(minute).toISOString()

const newUser = (username: string): NewUser => ({
  username,
  passwordHash: 'old',
  name: '',
  email: '',
  role: 'owner',
  createdAt: textOf(0),
  lastLoginAt: null,
  previousLoginAt: null,
  knowsFirstSteps: false,
})
const startOf = (id: string): SessionStart => ({
  session: {
    id,
    secretHash: 'h',
    userAgent: 'a browser',
    createdAt: textOf(0),
    lastSeenAt: textOf(0),
    confirmedAt: null,
  },
  idleSince: timeOf(-60),
  createdBefore: timeOf(-100),
  inUse: [],
  mostOfUser: 5,
})
const totpOf = (userId: number): TotpRecord => ({
  userId,
  sealedSecret: 'sealed',
  since: textOf(0),
  lastStep: 100,
  recoveryHashes: ['r1', 'r2'],
})
const passkeyOf = (id: string, userId: number): PasskeyRecord => ({
  id,
  userId,
  publicKey: 'key',
  counter: 0,
  transports: ['internal', 'hybrid'],
  name: 'Laptop',
  createdAt: textOf(0),
  lastUsedAt: null,
})
const linkOf = (id: string, createdBy: number, until: number): DraftLinkRecord => ({
  id,
  type: 'news',
  item: 4,
  createdBy,
  createdAt: textOf(0),
  expiresAt: textOf(until),
})
const tokenOf = (id: string, userId: number): TokenRecord => ({
  id,
  userId,
  name: 'Script',
  scope: 'read',
  createdAt: textOf(0),
  expiresAt: textOf(90),
  lastUsedAt: null,
})
const challenge = (hash: string, until = 5) => ({ hash, expiresAt: textOf(until) })
const many = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 6 }, work))

/** The store with two users, each signed in once. */
async function withTwo(store: AccountStore): Promise<[number, number]> {
  for (const name of ['Ada', 'Bob']) await store.putUser(newUser(name))
  const [ada = 0, bob = 0] = (await store.listUsers()).map(({ id }) => id)
  await store.startSession(ada, startOf('of ada'))
  await store.startSession(bob, startOf('of bob'))
  return [ada, bob]
}

prepareAdapters()

describe.each(adapters)('codes, keys and links in %s', (adapter) => {
  test('a demanded second factor is missing in the sessions of those who have neither app nor passkey', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada, bob] = await withTwo(store)
    const missing = async () =>
      Promise.all(
        ['of ada', 'of bob'].map(async (id) => (await store.findSession(id))?.needsSecondFactor),
      )
    expect([await store.demandsSecondFactor(), await missing()]).toEqual([false, [false, false]])
    await store.demandSecondFactor(true)
    expect([await store.demandsSecondFactor(), await missing()]).toEqual([true, [true, true]])
    await store.putTotp(totpOf(ada))
    expect([await store.usersWithSecondFactor(), await missing()]).toEqual([[ada], [false, true]])
    await store.addPasskey(passkeyOf('k1', bob), challenge('h1'))
    expect([await store.usersWithSecondFactor(), await missing()]).toEqual([
      [ada, bob],
      [false, false],
    ])
    await store.removeTotp(ada)
    expect(await missing()).toEqual([true, false])
    await store.demandSecondFactor(false)
    expect(await missing()).toEqual([false, false])
  })

  test('a reset code sets one password, even when it is sent many times at once, and ends all sessions of its user', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada] = await withTwo(store)
    for (const codeHash of ['c1', 'c2'])
      await store.addReset({ codeHash, userId: ada, createdAt: textOf(0), expiresAt: textOf(10) })
    expect(await store.findReset('c1', timeOf(9))).toMatchObject({ username: 'Ada' })
    expect([
      await store.findReset('c1', timeOf(10)),
      await store.findReset('none', timeOf(0)),
    ]).toEqual([null, null])
    expect(await store.spendReset('c1', timeOf(10), 'late')).toBe(null)
    const done = await many(() => store.spendReset('c1', timeOf(9), 'new'))
    expect(done.filter((user) => user !== null)).toMatchObject([
      { username: 'Ada', passwordHash: 'new' },
    ])
    // The other code of the same user is gone too.
    expect(await store.findReset('c2', timeOf(0))).toBe(null)
    expect([
      await store.findSession('of ada'),
      (await store.findSession('of bob'))?.user.username,
    ]).toEqual([null, 'Bob'])
    await place.crash()
    expect((await (await place.stores.openAccounts()).findUser(ada))?.passwordHash).toBe('new')
  })

  test('a code is removed when it has expired, when the password is set otherwise, and with its user', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada, bob] = await withTwo(store)
    const add = (codeHash: string, userId: number, minute: number) =>
      store.addReset({
        codeHash,
        userId,
        createdAt: textOf(minute),
        expiresAt: textOf(minute + 10),
      })
    const isOpen = async (code: string) => (await store.findReset(code, timeOf(0))) !== null
    await add('c1', ada, 0)
    await add('c2', bob, 20)
    expect([await isOpen('c1'), await isOpen('c2')]).toEqual([false, true])
    await add('c3', ada, 20)
    await store.setPasswordHash(ada, 'set', null)
    expect([await isOpen('c3'), await isOpen('c2')]).toEqual([false, true])
    await add('c4', ada, 20)
    await store.putUser(newUser('ADA'))
    expect(await isOpen('c4')).toBe(false)
    await add('c5', 1_000, 20)
    expect(await isOpen('c5')).toBe(false)
    await store.removeUser(bob)
    expect(await isOpen('c2')).toBe(false)
  })

  test('a code of an authenticator app and a recovery code work once, even when they are sent many times at once', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada, bob] = await withTwo(store)
    expect([await store.findTotp(ada), await store.putRecoveryCodes(ada, ['r'])]).toEqual([
      null,
      false,
    ])
    await store.putTotp(totpOf(ada))
    await store.putTotp(totpOf(1_000))
    expect([await store.findTotp(ada), await store.findTotp(1_000)]).toEqual([totpOf(ada), null])
    const steps = await many(() => store.spendTotpStep(ada, 101, 'sealed again'))
    expect(steps.filter(Boolean)).toHaveLength(1)
    expect([
      await store.spendTotpStep(ada, 100, 'x'),
      await store.spendTotpStep(bob, 200, 'x'),
    ]).toEqual([false, false])
    const codes = await many(() => store.spendRecoveryCode(ada, 'r1'))
    expect(codes.filter(Boolean)).toHaveLength(1)
    expect(await store.findTotp(ada)).toMatchObject({
      lastStep: 101,
      sealedSecret: 'sealed again',
      recoveryHashes: ['r2'],
    })
    expect(await store.putRecoveryCodes(ada, ['r3', 'r4'])).toBe(true)
    expect([
      await store.spendRecoveryCode(ada, 'r2'),
      await store.spendRecoveryCode(ada, 'r4'),
    ]).toEqual([false, true])
    expect([await store.removeTotp(ada), await store.removeTotp(ada)]).toEqual([true, false])
  })

  test('a passkey belongs to one user, and a challenge is answered once', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada, bob] = await withTwo(store)
    expect(await store.addPasskey(passkeyOf('k1', ada), challenge('x1'))).toBe(true)
    expect([
      await store.addPasskey(passkeyOf('k1', bob), challenge('x2')),
      await store.addPasskey(passkeyOf('k2', bob), challenge('x1')),
      await store.addPasskey(passkeyOf('k3', 1_000), challenge('x3')),
    ]).toEqual([false, false, false])
    expect(await store.findPasskey('k1')).toMatchObject({
      passkey: passkeyOf('k1', ada),
      user: { username: 'Ada' },
    })
    const use = { counter: 7, at: timeOf(1), challenge: challenge('x4') }
    expect((await many(() => store.notePasskeyUse('k1', use))).filter(Boolean)).toHaveLength(1)
    expect(await store.listPasskeys(ada)).toEqual([
      { ...passkeyOf('k1', ada), counter: 7, lastUsedAt: textOf(1) },
    ])
    expect(await store.notePasskeyUse('none\0', { ...use, challenge: challenge('x5') })).toBe(false)
    expect([await store.removePasskey(bob, 'k1'), await store.removePasskey(ada, 'k1')]).toEqual([
      false,
      true,
    ])
    expect(await store.findPasskey('k1')).toBe(null)
  })

  test('links to drafts end by themselves, by hand, and with the account that made them', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada, bob] = await withTwo(store)
    for (const link of [
      linkOf('l1', ada, 5),
      linkOf('l2', ada, 90),
      linkOf('l3', bob, 90),
      linkOf('l4', 1_000, 90),
    ])
      await store.addDraftLink(link)
    expect((await store.listDraftLinks()).map(({ id }) => id)).toEqual(['l1', 'l2', 'l3'])
    await store.addDraftLink({ ...linkOf('l5', ada, 90), createdAt: textOf(6) })
    expect((await store.listDraftLinks()).map(({ id }) => id)).toEqual(['l2', 'l3', 'l5'])
    expect((await many(() => store.endDraftLink('l2'))).filter(Boolean)).toHaveLength(1)
    expect([await store.findDraftLink('l2'), await store.findDraftLink('l5')]).toEqual([
      null,
      { ...linkOf('l5', ada, 90), createdAt: textOf(6) },
    ])
    await store.removeUser(bob)
    expect((await store.listDraftLinks()).map(({ id }) => id)).toEqual(['l5'])
  })

  test('tokens are found with their users, have a limit, and end with a new password, the second factors, or the user', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada, bob] = await withTwo(store)
    const has = async (id: string) => (await store.findToken(id)) !== null
    expect(await store.addToken(tokenOf('none', 1_000))).toBe(false)
    expect((await many(() => store.addToken(tokenOf('t1', ada)))).filter(Boolean)).toHaveLength(1)
    await store.noteTokenUse('t1', timeOf(3))
    const used = { ...tokenOf('t1', ada), lastUsedAt: textOf(3) }
    expect([await store.listTokens(ada), await store.findToken('t1')]).toMatchObject([
      [used],
      { token: used, user: { username: 'Ada' }, needsSecondFactor: false },
    ])
    await store.demandSecondFactor(true)
    expect((await store.findToken('t1'))?.needsSecondFactor).toBe(true)
    expect([await store.endToken(bob, 't1'), await store.endToken(ada, 't1')]).toEqual([
      false,
      true,
    ])
    const ends = [
      () => store.setPasswordHash(ada, 'set', null),
      () => store.putUser(newUser('ADA')),
      () => store.removeSecondFactors('ada'),
      () => store.removeUser(ada),
    ]
    await store.addToken(tokenOf('of bob', bob))
    for (const [at, end] of ends.entries()) {
      await store.addToken(tokenOf(`t${at}`, ada))
      await end()
      expect([await has(`t${at}`), await has('of bob')]).toEqual([false, true])
    }
    for (let at = 0; at < 60; at += 1) await store.addToken(tokenOf(`b${at}`, bob))
    expect(await store.listTokens(bob)).toHaveLength(50)
  })

  test('the operator removes the second factors of somebody who is locked out', async () => {
    await using place = await adapter.place()
    const store = await place.stores.openAccounts()
    const [ada, bob] = await withTwo(store)
    for (const [at, user] of [ada, bob].entries()) {
      await store.putTotp(totpOf(user))
      await store.addPasskey(passkeyOf(`k${at}`, user), challenge(`x${at}`))
    }
    expect([
      await store.removeSecondFactors('aDA'),
      await store.removeSecondFactors('eve'),
    ]).toEqual([true, false])
    expect([
      await store.findTotp(ada),
      await store.listPasskeys(ada),
      await store.findSession('of ada'),
    ]).toEqual([null, [], null])
    expect([await store.findTotp(bob), (await store.listPasskeys(bob)).length]).toEqual([
      totpOf(bob),
      1,
    ])
    await store.removeUser(bob)
    expect([await store.findTotp(bob), await store.findPasskey('k1')]).toEqual([null, null])
  })
})
