import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { importReport, subscriberSummary, subscriberView } from '#domain/subscriber-list.ts'
import { ask, post } from './http-client.ts'
import { mailServer } from './mail-server.ts'
import { newsletterService } from './newsletter-service.ts'
import { articleFile, eventually, type RunningSite, runningSite } from './running-site.ts'
import { type Administrator, admin, signIn } from './signed-in-site.ts'

interface Person {
  id: number
  email: string
  active: boolean
  status: string
  synced: boolean | null
  unsure: boolean
  unsubscribeUrl: string
  subscribedAt: string
}

const origin = 'https://notes.example.org'
const key = 'a shared key'

/** A site with an administrator, with functions that subscribe, list and follow links. */
async function siteWith(env: Record<string, string> = {}) {
  const site: RunningSite = await runningSite({
    files: {
      'articles/a.md': articleFile({ id: '1', title: 'A' }),
      'downloads/pack.md': '---\nid: 1\ntitle: Pack\n---\n',
      'downloads/pack.zip': 'PK',
    },
    env: { ...admin, SITE_URL: origin, TRUST_PROXY: 'loopback', ...env },
  })
  const ada: Administrator = await signIn(site)
  return {
    site,
    ada,
    subscribe: (email: string, headers: Record<string, string> = {}) =>
      post(site.url, '/api/subscribe', { email, source: 'footer' }, headers),
    people: async (query = '') =>
      (await ada.call<Array<Person>>('GET', `/api/subscribers${query}`)).body,
    async person(email: string) {
      const { body } = await ada.call<Array<Person>>(
        'GET',
        `/api/subscribers?q=${encodeURIComponent(email)}`,
      )
      return body.find((one) => one.email === email)
    },
    summary: async () =>
      subscriberSummary.parse((await ada.call('GET', '/api/subscribers/summary')).body),
    follow: (url: string, method = 'GET', body = '') =>
      ask(site.url, url.replace(origin, ''), {
        method,
        ...(body && { body, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
      }),
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]()
    },
  }
}

/** The contents of all files of a site's list. */
const storedIn = ({ dataDir }: RunningSite) =>
  readdirSync(dataDir)
    .filter((name) => name.includes('subscribers'))
    .map((name) => readFileSync(`${dataDir}/${name}`, 'utf8'))
    .join('')

const plain = await siteWith()
afterAll(() => plain[Symbol.asyncDispose]())
const headers = { Cookie: plain.ada.cookie }

const csv = (text: string, { ada } = plain, query = '') =>
  ada.call('POST', `/api/subscribers/import${query}`, text, { 'Content-Type': 'text/csv' })

test('the list is searched, filtered and paged, with each person once', async () => {
  for (let at = 0; at < 7; at++) await plain.subscribe(`page${at}@list.example`)
  const seen: Array<string> = []
  let next: string | undefined = '/api/subscribers?q=LIST.example&limit=3'
  while (next) {
    const { body, headers, status }: Awaited<ReturnType<typeof plain.ada.call<Array<Person>>>> =
      await plain.ada.call('GET', next)
    expect([status, headers['x-total-count']]).toEqual([200, '7'])
    for (const person of body) expect(subscriberView.safeParse(person).error).toBeUndefined()
    seen.push(...body.map(({ email }) => email))
    next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `page${at}@list.example`))
  const [first] = await plain.people('?q=page6')
  await plain.follow(first?.unsubscribeUrl ?? '', 'POST')
  expect(
    (await plain.people('?q=list.example&status=unsubscribed')).map(({ email }) => email),
  ).toEqual(['page6@list.example'])
  expect(await plain.people('?q=list.example&status=active')).toHaveLength(6)
  for (const query of ['?limit=0', '?limit=501', '?status=gone', '?cursor=x', '?unknown=1'])
    expect([query, (await plain.ada.call('GET', `/api/subscribers${query}`)).status]).toEqual([
      query,
      400,
    ])
})

test('visitors cannot read the list', async () => {
  for (const path of ['/api/subscribers', '/api/subscribers.csv', '/api/subscribers/summary']) {
    const answer = await ask(plain.site.url, path)
    expect([path, answer.status]).toEqual([path, 401])
    expect(answer.text).not.toContain('@')
  }
  expect((await ask(plain.site.url, '/api/subscribers/1', { method: 'DELETE' })).status).toBe(401)
})

test('the unsubscribe link shows a page, acts only by POST, and works repeatedly', async () => {
  await plain.subscribe('leaving@example.org')
  const { unsubscribeUrl } = (await plain.person('leaving@example.org')) as Person
  const page = await plain.follow(unsubscribeUrl)
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(page.headers['x-robots-tag']).toBe('noindex')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(page.text).toContain('l…@example.org')
  expect(page.text).not.toContain('leaving@example.org')
  await plain.follow(unsubscribeUrl, 'HEAD')
  expect((await plain.person('leaving@example.org'))?.active).toBe(true)
  for (const body of ['List-Unsubscribe=One-Click', '', 'x=y']) {
    const left = await plain.follow(unsubscribeUrl, 'POST', body)
    expect([left.status, left.text.includes('You are unsubscribed')]).toEqual([200, true])
    expect(await plain.person('leaving@example.org')).toMatchObject({
      active: false,
      status: 'unsubscribed',
    })
  }
})

test('forged links do nothing', async () => {
  await plain.subscribe('kept@example.org')
  const { id, unsubscribeUrl } = (await plain.person('kept@example.org')) as Person
  const token = new URL(unsubscribeUrl).searchParams.get('token') ?? ''
  const [, signature = ''] = token.split('.')
  const forged = [
    '',
    'x',
    `${id}.`,
    `${id + 1}.${signature}`,
    `${id}.${signature.slice(0, -1)}`,
    `${id}.${'A'.repeat(43)}`,
    `${id}.9999999999.${signature}`,
    `-${token}`,
    `${token}%00`,
    '%FF',
    'a'.repeat(2000),
  ]
  for (const one of forged)
    for (const path of ['/unsubscribe', '/confirm'])
      expect([path, one, (await plain.follow(`${path}?token=${one}`, 'POST')).status]).toEqual([
        path,
        one,
        400,
      ])
  expect((await plain.follow(`/unsubscribe?token=${token}&token=${token}`, 'POST')).status).toBe(
    400,
  )
  // An unsubscribe link does not confirm.
  expect((await plain.follow(`/confirm?token=${token}`, 'POST')).status).toBe(400)
  expect((await plain.person('kept@example.org'))?.active).toBe(true)
})

test('a deleted person leaves only a hash: no file contains the address, no import adds it again, only they can subscribe again', async () => {
  await plain.subscribe('Erased.Person@example.org')
  const person = (await plain.person('Erased.Person@example.org')) as Person
  expect((await plain.ada.call('DELETE', `/api/subscribers/${person.id}`)).body).toEqual({
    deleted: true,
    id: person.id,
  })
  expect((await plain.ada.call('DELETE', `/api/subscribers/${person.id}`)).status).toBe(404)
  expect(storedIn(plain.site).toLowerCase()).not.toContain('erased.person')
  expect((await plain.follow(person.unsubscribeUrl, 'POST')).status).toBe(200)
  await plain.site.restart()
  const { body } = await csv('email\nerased.person@EXAMPLE.org\n')
  expect(body).toMatchObject({
    added: 0,
    lines: [{ line: 2, reason: expect.stringContaining('deleted') }],
  })
  expect(
    (await plain.ada.call('POST', '/api/subscribers', { email: 'erased.person@example.org' }))
      .status,
  ).toBe(409)
  expect((await plain.subscribe('erased.person@example.org')).status).toBe(200)
  const back = (await plain.person('erased.person@example.org')) as Person
  expect(back.id).toBeGreaterThan(person.id)
  expect((await csv('email\nerased.person@example.org\n')).body.reasons).toEqual([
    { reason: 'Is on the list already', count: 1 },
  ])
})

test('an administrator adds people, except those who are on the list or have unsubscribed', async () => {
  const add = (email: string) => plain.ada.call('POST', '/api/subscribers', { email })
  const added = await add(' added@example.org ')
  expect([added.status, added.body]).toEqual([
    201,
    expect.objectContaining({ email: 'added@example.org', active: true, source: 'admin' }),
  ])
  expect(added.body.consent).toMatchObject({ wording: 'added by ada' })
  const again = await add('ADDED@example.org')
  expect([again.status, again.body.issues]).toEqual([
    409,
    [{ path: 'email', message: expect.any(String) }],
  ])
  await plain.follow(String(added.body.unsubscribeUrl), 'POST')
  expect((await add('added@example.org')).status).toBe(409)
  expect((await add('nobody')).status).toBe(422)
})

test('an import adds valid rows, and gives the reason for each other row', async () => {
  await plain.subscribe('known@example.org')
  const { status, body } = await csv(
    [
      '\ufeffE-Mail Address;Status;Created At;Nickname',
      'One@import.example;subscribed;2020-02-03 04:05:06;x',
      '"two@import.example";unsubscribed;2021-02-03T04:05:06Z;"a ""quoted"" name"',
      'ONE@import.example;;;',
      'known@example.org;;;',
      ';;;x',
      'three@import.example, four@import.example;;;',
      `${'a'.repeat(300)}@import.example;;;`,
      'аda@import.example;;;',
      '',
      '=cmd@import.example;;;',
    ].join('\r\n'),
  )
  expect([status, importReport.safeParse(body).error]).toEqual([200, undefined])
  expect(body).toMatchObject({ rows: 9, added: 3, skipped: 6, ignoredColumns: ['Nickname'] })
  const lines = body.lines as Array<{ line: number; reason: string }>
  expect(lines.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    '4 Stands in the file twice',
    '5 Is on the list already',
    '6 No address',
    '7 Not a valid email address',
    '8 Not a valid email address',
    '9 Not a valid email address',
  ])
  const imported = await plain.people('?q=import.example')
  expect(imported.map(({ email, status }) => [email, status])).toEqual([
    ['=cmd@import.example', 'active'],
    ['two@import.example', 'unsubscribed'],
    ['One@import.example', 'active'],
  ])
  expect(imported.at(-1)).toMatchObject({
    subscribedAt: '2020-02-03T04:05:06.000Z',
    source: 'import',
  })
})

/**
 * An export of each program, with the status of each person after the import; null: not imported.
 */
const exports: ReadonlyArray<
  readonly [program: string, text: string, states: Record<string, string | null>]
> = [
  [
    'Ghost',
    `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
a1,in@ghost.example,,,true,false,,2022-01-02T03:04:05.000Z,,,
a2,out@ghost.example,,,false,true,,2022-01-02T03:04:05.000Z,,,
a3,deleted@ghost.example,,,true,false,,2022-01-02T03:04:05.000Z,2023-01-02T03:04:05.000Z,,
a4,unsaid@ghost.example,,,,false,,2022-01-02T03:04:05.000Z,,,`,
    { in: 'active', out: 'unsubscribed', deleted: 'unsubscribed', unsaid: null },
  ],
  [
    'Mailchimp (subscribed)',
    `Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LATITUDE,CC,LAST_CHANGED,LEID,EUID,NOTES,TAGS
in@mailchimp.example,Ada,2,2020-01-02 03:04:05,,2020-01-02 03:04:05,,,GB,2020-01-02 03:04:05,1,a,,
never@mailchimp.example,Bob,2,,,,,,GB,2020-01-02 03:04:05,2,b,,`,
    { in: 'active', never: null },
  ],
  [
    'Mailchimp (unsubscribed)',
    `Email Address,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_CAMPAIGN_ID,UNSUB_REASON,UNSUB_REASON_OTHER,LEID,EUID,NOTES,TAGS
left@mailchimp.example,2018-02-12 10:54:27,2018-02-12 10:54:27,2018-07-23 12:19:27,,,,,3,c,,`,
    { left: 'unsubscribed' },
  ],
  [
    'Mailchimp (cleaned)',
    `Email Address,OPTIN_TIME,CONFIRM_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,CLEAN_CAMPAIGN_ID,LEID,EUID,NOTES,TAGS
cleaned@mailchimp.example,2018-02-05 19:28:23,2018-02-05 19:28:23,2020-03-23 17:30:05,,,4,d,,`,
    { cleaned: 'unsubscribed' },
  ],
  [
    'Mailchimp (by its API)',
    'Email,Status,unsub_time\nyes@chimp.example,subscribed,\nno@chimp.example,unsubscribed,\nlate@chimp.example,subscribed,2023-01-02 03:04:05\ncold@chimp.example,nonsubscribed,\nsoon@chimp.example,pending,',
    { yes: 'active', no: 'unsubscribed', late: 'unsubscribed', cold: null, soon: 'unconfirmed' },
  ],
  [
    'Substack',
    `email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at
pays@substack.example,true,2027-07-01T00:00:00.000Z,yearly,false,2026-06-01T00:00:00.000Z,2026-07-15T00:00:00.000Z
mute@substack.example,true,2027-07-01T00:00:00.000Z,yearly,true,2026-06-01T00:00:00.000Z,`,
    { pays: 'active', mute: 'unsubscribed' },
  ],
  [
    'Buttondown',
    `email_address,notes,metadata,tags,type,creation_date
regular@buttondown.example,,,,regular,2023-01-02
premium@buttondown.example,,,,premium,2023-01-02
soon@buttondown.example,,,,unactivated,2023-01-02
gone@buttondown.example,,,,unsubscribed,2023-01-02
removed@buttondown.example,,,,removed,2023-01-02
blocked@buttondown.example,,,,blocked,2023-01-02
spammy@buttondown.example,,,,spammy,2023-01-02`,
    {
      regular: 'active',
      premium: 'active',
      soon: 'unconfirmed',
      gone: 'unsubscribed',
      removed: 'unsubscribed',
      blocked: 'unsubscribed',
      spammy: 'unsubscribed',
    },
  ],
  [
    'Buttondown (older)',
    'email,subscriber_type\nold@buttondown.example,regular\noldgone@buttondown.example,unsubscribed',
    { old: 'active', oldgone: 'unsubscribed' },
  ],
  [
    'listmonk',
    `uuid,email,name,attributes,status,created_at,updated_at
1,on@listmonk.example,,{},enabled,2023-01-02,2023-01-02
2,off@listmonk.example,,{},disabled,2023-01-02,2023-01-02
3,bad@listmonk.example,,{},blocklisted,2023-01-02,2023-01-02`,
    { on: 'active', off: 'unsubscribed', bad: 'unsubscribed' },
  ],
  [
    'listmonk (of a list)',
    'email,status,subscription_status\na@lists.example,enabled,confirmed\nb@lists.example,enabled,unsubscribed\nc@lists.example,enabled,unconfirmed\nd@lists.example,blocklisted,confirmed',
    { a: 'active', b: 'unsubscribed', c: 'unconfirmed', d: 'unsubscribed' },
  ],
  [
    'beehiiv',
    `email,First Name,Last Name,status,tier,created_at,stripe_customer_id,Free Tier,Premium Tier,unsubscribed_at
on@beehiiv.example,,,active,free,2023-03-24 10:23:10 UTC,,Yes,No,
off@beehiiv.example,,,inactive,free,2023-03-24 10:23:10 UTC,,Yes,No,
late@beehiiv.example,,,active,premium,2023-04-11 14:02:46 UTC,,No,Yes,2024-03-13 11:33:53 UTC`,
    { on: 'active', off: 'unsubscribed', late: 'unsubscribed' },
  ],
  [
    'this program',
    'email,status,unsubscribedAt,consentWording\nback@notes.example,active,2023-01-02T03:04:05Z,1\nout@notes.example,unsubscribed,,1',
    { back: 'active', out: 'unsubscribed' },
  ],
  [
    'a program that writes one person twice, and the date of a consent',
    'email,state,confirmed,consent\ntwice@two.example,active,yes,yes\nTWICE@two.example,unsubscribed,yes,yes\nsoon@two.example,active,no,yes\ndated@two.example,active,yes,12.05.2023',
    { twice: 'unsubscribed', soon: 'unconfirmed', dated: 'active' },
  ],
]

test.each(exports)(
  'an export of %s is understood: people who unsubscribed there get no mails here',
  async (_, text, states) => {
    const domain = /@([a-z.]+)/.exec(text)?.[1] ?? ''
    const before = (await plain.people()).length
    const looked = await csv(text, plain, '?preview=true')
    const count = (state: string) => Object.values(states).filter((one) => one === state).length
    const expected = {
      questions: [],
      undecided: 0,
      active: count('active'),
      unconfirmed: count('unconfirmed'),
      unsubscribed: count('unsubscribed'),
    }
    expect([looked.status, looked.body]).toEqual([
      200,
      expect.objectContaining({ preview: true, ...expected }),
    ])
    expect((await plain.people()).length).toBe(before)
    const taken = await csv(text)
    expect(taken.body).toMatchObject({ preview: false, ...expected })
    const people = (await plain.people(`?q=@${domain}`)).map(({ email, status }) => [
      email.split('@')[0]?.toLowerCase(),
      status,
    ])
    for (const [name, state] of Object.entries(states))
      expect([name, people.find(([one]) => one === name)?.[1] ?? null]).toEqual([name, state])
    // A second import does not bring anybody back.
    expect((await csv(text)).body).toMatchObject({ added: 0, left: 0 })
  },
)

/** Sends a list as the screen's form does, with answers to its questions. */
async function sendList(text: string, answers: ReadonlyArray<unknown> = [], query = '') {
  const form = new FormData()
  form.append('answers', JSON.stringify(answers))
  form.append('file', new Blob([text]), 'list.csv')
  const answer = await fetch(`${plain.site.url}/api/subscribers/import${query}`, {
    method: 'POST',
    headers,
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}

test.each([
  ['a column that sounds like consent', 'Wants mail?', 'yes', 'perhaps'],
  ['a column of yes and no alone', 'Brevo list 7', 'yes', 'no'],
  ['a column with the word for leaving in it', 'Info', 'came by friends', 'unsubscribed'],
  ['a status that nobody knows', 'status', 'gold', 'lead'],
])(
  '%s raises a question, and nothing is written before the answer',
  async (_, column, first, second) => {
    const domain = `${createHmac('sha256', 'x').update(column).digest('hex').slice(0, 8)}.asked.example`
    const text = `email,${column}\na@${domain},${first}\nb@${domain},${second}\nc@${domain},${second}`
    const refused = await csv(text)
    expect([refused.status, refused.body.message]).toEqual([
      422,
      expect.stringContaining(`in the column “${column}”`),
    ])
    expect(refused.body.issues).toHaveLength(2)
    const { body: looked } = await sendList(text, [], '?preview=true')
    expect([looked.undecided, looked.questions]).toEqual([
      3,
      [
        { column, value: first, count: 1, means: null },
        { column, value: second, count: 2, means: null },
      ],
    ])
    expect(await plain.people(`?q=@${domain}`)).toEqual([])
    const half = [{ column, value: first, means: 'active' }]
    expect((await sendList(text, half)).status).toBe(422)
    const answers = [...half, { column, value: second, means: 'unsubscribed' }]
    expect((await sendList(text, answers, '?preview=true')).body).toMatchObject({
      active: 1,
      unsubscribed: 2,
    })
    expect(await plain.people(`?q=@${domain}`)).toEqual([])
    const { status, body } = await sendList(text, answers)
    expect([status, importReport.safeParse(body).error]).toEqual([200, undefined])
    expect((await plain.people(`?q=@${domain}`)).map(({ status }) => status)).toEqual([
      'unsubscribed',
      'unsubscribed',
      'active',
    ])
  },
)

test('readers of Substack who do not pay are asked about, because that column does not mean that they unsubscribed', async () => {
  const text =
    'email,active_subscription,email_disabled\nfree@stack.example,false,false\nmuted@stack.example,false,true'
  const { body } = await sendList(text, [], '?preview=true')
  expect(body.questions).toEqual([
    {
      column: 'active_subscription',
      value: 'false',
      count: 1,
      means: null,
      note: expect.stringContaining('pays'),
    },
  ])
  const answers = [{ column: 'active_subscription', value: 'false', means: 'active' }]
  expect((await sendList(text, answers)).body).toMatchObject({ active: 1, unsubscribed: 1 })
})

test('a list with many texts in a column that sounds like consent is asked about once', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `p${at}@texts.example,came by friend ${at}`)
  const { body } = await sendList(['email,Permission', ...rows].join('\n'), [], '?preview=true')
  expect(body.questions).toEqual([{ column: 'Permission', value: '*', count: 40, means: null }])
  const answers = [{ column: 'Permission', value: '*', means: 'leaveOut' }]
  expect((await sendList(['email,Permission', ...rows].join('\n'), answers)).body).toMatchObject({
    added: 0,
    reasons: [{ reason: 'The file does not say that they agreed to get mails', count: 40 }],
  })
})

test('an import does not reactivate people who unsubscribed here, and can unsubscribe people who were imported', async () => {
  await csv('email,status\nstays@again.example,active\nleaves@again.example,active')
  const person = (await plain.person('stays@again.example')) as Person
  await plain.follow(person.unsubscribeUrl, 'POST')
  await plain.subscribe('own@again.example')
  const { body } = await csv(
    'email,status,unsubscribed_at\nstays@again.example,active,\nleaves@again.example,unsubscribed,\nown@again.example,unsubscribed,2020-01-01',
  )
  expect(body).toMatchObject({ added: 0, left: 1, skipped: 2 })
  const states = (await plain.people('?q=@again.example')).map(({ email, status }) => [
    email.split('@')[0],
    status,
  ])
  expect(Object.fromEntries(states)).toEqual({
    stays: 'unsubscribed',
    leaves: 'unsubscribed',
    own: 'active',
  })
})

test('unreadable answers are refused', async () => {
  for (const answers of [[{ column: 'x' }], [{ column: 'x', value: 'y', means: 'maybe' }]])
    expect((await sendList('email\na@refused.example', answers)).status).toBe(422)
  expect(await plain.people('?q=@refused.example')).toEqual([])
})

test.each([
  ['nothing', '', /empty/],
  ['other columns', 'a,b,c,d,e,f,g,h,i,j,k\nAda,1\n', /No column is called "email"; .* h, i, j\./],
  ['an open quote', 'email\n"ada@example.org\n', /quote that opens on line 2/],
  ['a text behind a quote', 'email\n"ada"x@example.org\n', /after a closing quote/],
  ['a cell without end', `email\n${'x'.repeat(20_000)}\n`, /too long/],
  ['a line of many cells', `email\n${','.repeat(500)}\n`, /more than 200 cells/],
])('an import of %s is refused in one sentence', async (_, text, message) => {
  const { status, body } = await csv(text)
  expect([status, body.message]).toEqual([422, expect.stringMatching(message)])
})

test('an import of a spreadsheet that writes UTF-16 and names its separator is read, once with one key', async () => {
  const text = '\ufeffsep=;\r\nemail;source\r\njürgen@bücher.example;Größe\r\n'
  const send = () =>
    ask(plain.site.url, '/api/subscribers/import', {
      method: 'POST',
      headers: {
        ...headers,
        'Content-Type': 'text/csv',
        'Idempotency-Key': 'utf-16',
      },
      body: Buffer.from(text, 'utf16le'),
    })
  const [first, again] = [await send(), await send()]
  expect(JSON.parse(first.text)).toMatchObject({ rows: 1, added: 1 })
  expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true'])
  expect(await plain.people(`?q=${encodeURIComponent('bücher')}`)).toMatchObject([
    { email: 'jürgen@bücher.example', source: 'Größe' },
  ])
})

test('an import that is too large or of another kind is refused', async () => {
  expect((await csv('x'.repeat(11 * 1024 * 1024))).status).toBe(413)
  expect(
    (await plain.ada.call('POST', '/api/subscribers/import', { email: 'a@b.cd' })).status,
  ).toBe(415)
})

test('the CSV contains everybody, contains no formula, and can be imported again', async () => {
  await plain.ada.call('POST', '/api/subscribers', { email: '+formula@csv.example' })
  await post(plain.site.url, '/api/subscribe', {
    email: 'plain@csv.example',
    source: '=HYPERLINK("http://evil.example")',
  })
  const answer = await ask(plain.site.url, '/api/subscribers.csv?q=csv.example', {
    headers,
  })
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(answer.headers['content-disposition']).toContain('subscribers.csv')
  const lines = answer.text.split('\r\n')
  expect(lines[0]).toBe(
    'email,status,subscribedAt,confirmedAt,unsubscribedAt,source,utm_source,utm_medium,utm_campaign,consentAt,consentPage,consentWording,topics,levels,customFields,unsubscribeUrl',
  )
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(lines[2]).toMatch(/^'\+formula@csv\.example,active,/)
  expect(answer.text).not.toMatch(/(^|,)"?[=+@-]/m)
  const { body } = await csv(answer.text)
  expect(body).toMatchObject({
    rows: 2,
    added: 0,
    reasons: [{ reason: 'Is on the list already', count: 2 }],
  })
  const whole = await ask(plain.site.url, '/api/subscribers.csv', {
    headers,
  })
  expect(whole.text.trim().split('\r\n')).toHaveLength((await plain.people()).length + 1)
})

test('a webhook gets every subscriber with a signature, delayed ones when it is back, also after a restart', async () => {
  const first = await newsletterService()
  const port = Number(new URL(first.url).port)
  await using its = await siteWith({
    NEWSLETTER_PROVIDER: 'webhook',
    NEWSLETTER_URL: `${first.url}/hook`,
    NEWSLETTER_API_KEY: key,
  })
  const ok = await its.subscribe('early@example.org')
  expect(JSON.parse(ok.text)).toEqual({ ok: true, synced: true })
  const [call] = first.calls
  expect([call?.method, call?.url, Object.keys(call?.json ?? {})]).toEqual([
    'POST',
    '/hook',
    ['email', 'subscribedAt', 'source', 'customFields'],
  ])
  expect(call?.headers['x-signature-256']).toBe(
    `sha256=${createHmac('sha256', key)
      .update(call?.body ?? '')
      .digest('hex')}`,
  )
  expect((await its.person('early@example.org'))?.synced).toBe(true)

  first.answer(() => ({ status: 500 }))
  expect(JSON.parse((await its.subscribe('broken@example.org')).text)).toEqual({
    ok: true,
    synced: false,
  })
  // A known address gets the same answer.
  expect(JSON.parse((await its.subscribe('early@example.org')).text)).toEqual({
    ok: true,
    synced: false,
  })
  await first[Symbol.asyncDispose]()
  expect(JSON.parse((await its.subscribe('down@example.org')).text)).toEqual({
    ok: true,
    synced: false,
  })
  // With several servers another one may be trying.
  await expect
    .poll(async () => (await its.ada.call('GET', '/api/dashboard')).body.subscriberService)
    .toMatchObject({ name: 'The webhook', waiting: 2, problem: { message: /./ } })
  expect(await its.people('?status=unsynced')).toHaveLength(2)
  const leaver = (await its.person('early@example.org')) as Person
  await its.follow(leaver.unsubscribeUrl, 'POST')

  await its.site.restart()
  await using second = await newsletterService(port)
  await expect
    .poll(its.summary)
    .toMatchObject({ counts: { all: 3, unsynced: 0 }, service: { waiting: 0, problem: null } })
  const told = second.calls.map(({ method, json }) => `${method} ${json.email}`)
  expect(new Set(told)).toEqual(
    new Set(['POST broken@example.org', 'POST down@example.org', 'DELETE early@example.org']),
  )
  expect(its.site.output()).not.toMatch(/(early|broken|down)@example\.org/)

  const late = (await its.person('down@example.org')) as Person
  expect((await its.ada.call('DELETE', `/api/subscribers/${late.id}`)).body).toMatchObject({
    synced: true,
  })
  expect(second.calls.at(-1)).toMatchObject({
    method: 'DELETE',
    json: { email: 'down@example.org' },
  })
  expect(storedIn(its.site)).not.toContain('down@example.org')

  // A person deleted while the service is down is removed there later, when the address is no
  // longer stored.
  await second[Symbol.asyncDispose]()
  const gone = (await its.person('broken@example.org')) as Person
  expect((await its.ada.call('DELETE', `/api/subscribers/${gone.id}`)).body).toMatchObject({
    synced: false,
  })
  expect((await its.summary()).departures).toMatchObject([
    { id: gone.id, email: 'broken@example.org', service: 'The webhook', tried: true },
  ])
  await its.site.restart()
  await using third = await newsletterService(port)
  await fetch(`${its.site.url}/api/health`)
  await eventually(async () => (await its.summary()).departures.length === 0, 20_000)
  expect(third.calls.map(({ method, body }) => `${method} ${body}`)).toEqual([
    'DELETE {"email":"broken@example.org"}',
  ])
  await expect.poll(() => storedIn(its.site)).not.toContain('broken@example.org')
}, 60_000)

test('a hanging service does not delay answers for long', async () => {
  await using service = await newsletterService()
  await using its = await siteWith({
    NEWSLETTER_PROVIDER: 'webhook',
    NEWSLETTER_URL: service.url,
    NEWSLETTER_API_KEY: key,
  })
  service.answer('hang')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => its.subscribe(`hang${at}@example.org`)),
  )
  for (const { status, text } of answers)
    expect([status, JSON.parse(text)]).toEqual([200, { ok: true, synced: false }])
  expect(await its.people('?status=unsynced')).toHaveLength(40)
})

test('double opt-in: a mail asks, its link acts only by POST, and only then the person is on the list', async () => {
  await using mail = await mailServer()
  await using service = await newsletterService()
  await using its = await siteWith({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Session Notes <notes@example.org>',
    NEWSLETTER_PROVIDER: 'webhook',
    NEWSLETTER_URL: service.url,
    NEWSLETTER_API_KEY: key,
  })
  const answer = await its.subscribe('ada@example.org')
  expect([JSON.parse(answer.text), answer.headers['x-confirmation']]).toEqual([
    { ok: true },
    'mail',
  ])
  const received = await eventually(async () => mail.mails[0])
  expect(received).toMatchObject({ from: 'notes@example.org', to: ['ada@example.org'] })
  expect(received.header('Subject')).toContain('confirm')
  const link = /https:\/\/\S+\/confirm\?token=\S+/.exec(received.text)?.[0] ?? ''
  expect(link.startsWith(origin)).toBe(true)
  expect(received.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const leave = /^<(.+)>$/.exec(received.header('List-Unsubscribe') ?? '')?.[1] ?? ''

  expect(await its.person('ada@example.org')).toMatchObject({
    active: false,
    status: 'unconfirmed',
    synced: true,
  })
  // An unconfirmed person gets the file, and no other mail.
  const body = {
    email: 'ada@example.org',
    source: 'download_modal',
    custom_fields: { download_id: 1 },
  }
  const { download } = JSON.parse((await post(its.site.url, '/api/subscribe', body)).text)
  expect((await ask(its.site.url, download.url)).text).toBe('PK')
  // A scanner opens the link; the person enters the address again.
  expect((await its.follow(link)).text).toContain('Confirm your subscription')
  await its.subscribe('ada@example.org')
  expect(await its.person('ada@example.org')).toMatchObject({ status: 'unconfirmed' })
  expect(service.calls).toEqual([])

  const done = await its.follow(link, 'POST')
  expect([
    done.status,
    /You are on the list.* href="\/downloads\/pack\?token=/s.test(done.text),
  ]).toEqual([200, true])
  expect(await its.person('ada@example.org')).toMatchObject({ active: true, status: 'active' })
  await eventually(async () => service.calls[0]?.json.email === 'ada@example.org')
  expect((await its.follow(link, 'POST')).status).toBe(200)
  // An active person gets no mail, and the answer is the same.
  const again = await its.subscribe('ada@example.org')
  expect([again.text, again.headers['x-confirmation']]).toEqual([answer.text, 'mail'])

  expect((await its.follow(leave, 'POST', 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect(await its.person('ada@example.org')).toMatchObject({
    active: false,
    status: 'unsubscribed',
  })
  const late = await its.follow(link, 'POST')
  expect([late.status, late.text.includes('This link is too old')]).toEqual([410, true])
  await eventually(async () => service.calls.at(-1)?.method === 'DELETE')
  // Whoever comes back within the hour gets a mail when the hour is over, also after a restart.
  await its.subscribe('ada@example.org')
  expect(await its.person('ada@example.org')).toMatchObject({
    active: false,
    status: 'unconfirmed',
  })
  await its.site.restart()
  await expect.poll(its.summary).toMatchObject({ mail: { waiting: 1, problem: null } })
  expect(mail.mails).toHaveLength(1)
}, 60_000)

test('a confirmation mail that could not be sent is sent when the mail server is back, also after a restart', async () => {
  const first = await mailServer()
  const port = Number(new URL(first.url).port)
  await using its = await siteWith({ SMTP_URL: first.url, MAIL_FROM: 'notes@example.org' })
  await first[Symbol.asyncDispose]()
  expect((await its.subscribe('patient@example.org')).status).toBe(200)
  await eventually(async () => (await its.summary()).mail?.problem)
  await its.site.restart()
  await using second = await mailServer(port)
  await fetch(`${its.site.url}/api/health`)
  const received = await eventually(async () => second.mails[0], 20_000)
  expect(received.to).toEqual(['patient@example.org'])
  await expect.poll(its.summary).toMatchObject({ mail: { waiting: 0, problem: null } })
  // A permanently rejected address is not tried again.
  second.refuse(550)
  await its.subscribe('nobody-there@example.org')
  await eventually(async () => its.site.output().includes('cannot be delivered'))
  await eventually(async () => (await its.summary()).mail?.waiting === 0)
  // The mail of an interrupted attempt may have arrived, so no second one is sent automatically.
  second.refuse(null)
  second.hangUp('after data')
  await its.subscribe('unsure@example.org')
  await eventually(async () => (await its.person('unsure@example.org'))?.unsure)
  second.hangUp(null)
  await its.subscribe('next@example.org')
  await eventually(async () => second.mails.some(({ to }) => to[0] === 'next@example.org'))
  await eventually(async () => (await its.summary()).mail?.waiting === 0)
  expect(second.mails.map(({ to }) => to[0])).toEqual([
    'patient@example.org',
    'unsure@example.org',
    'next@example.org',
  ])
  expect((await its.person('next@example.org'))?.unsure).toBe(false)
  expect(its.site.output()).not.toContain('@example.org')
})
