import { expect, test } from 'vitest'
import { drippingMailServer } from '../../tests/dripping-mail-server.ts'
import { mailServer } from '../../tests/mail-server.ts'
import { eventually } from '../../tests/running-site.ts'
import { MailError } from '../platform/errors.ts'
import { createMailer, listUnsubscribeHeaders } from './create-mailer.ts'

const from = { name: 'Session Notes', address: 'notes@example.org' }
const mail = { to: 'ada@example.org', subject: 'Wärme & Klang', text: 'Grüße\n' }

test('as many mails as a queue sends at once don’t wait for each other', async () => {
  await using server = await mailServer()
  const release = server.hold()
  const mailer = createMailer({ smtpUrl: server.url, from })
  const sent = Promise.all(Array.from({ length: 4 }, () => mailer.send(mail)))
  await eventually(async () => server.mails.length === 4)
  release()
  await sent
  mailer.close()
})

test('a mail arrives with its text, its HTML and its headers', async () => {
  await using server = await mailServer()
  const mailer = createMailer({ smtpUrl: server.url, from })
  const url = `https://notes.example.org/unsubscribe?token=${'x'.repeat(90)}`
  await mailer.send({
    ...mail,
    html: '<p>Grüße</p>',
    headers: listUnsubscribeHeaders(url),
    messageId: '<1@example.org>',
  })
  mailer.close()
  const [received] = server.mails
  expect(received).toMatchObject({ from: 'notes@example.org', to: ['ada@example.org'] })
  expect(received?.text.trim()).toBe('Grüße')
  expect(received?.header('From')).toBe('Session Notes <notes@example.org>')
  expect(received?.header('List-Unsubscribe')).toBe(`<${url}>`)
  expect(received?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(received?.header('Message-ID')).toBe('<1@example.org>')
})

test.each([
  'ada@example.org\r\nBcc: eve@evil.example',
  'ada@example.org, eve@evil.example',
  'all:eve@evil.example;',
  'all:eve@evil.example',
])('a mail to the address %j is sent to nobody else', async (to) => {
  await using server = await mailServer()
  const mailer = createMailer({ smtpUrl: server.url, from })
  await mailer.send({ ...mail, to }).catch(() => undefined)
  mailer.close()
  for (const { to: recipients, raw } of server.mails) {
    expect(recipients).not.toContain('eve@evil.example')
    expect(raw).not.toMatch(/^Bcc:/im)
  }
})

test('a refusal tells whether another try is of use, and nothing of the person', async () => {
  await using server = await mailServer()
  const mailer = createMailer({ smtpUrl: server.url, from })
  const refusal = async () =>
    mailer.send(mail).then(
      () => null,
      (error: unknown) => error as MailError,
    )
  server.refuse(550)
  expect(await refusal()).toMatchObject({
    name: 'MailError',
    permanent: true,
    message: expect.not.stringContaining('ada'),
  })
  server.refuse(451)
  expect(await refusal()).toMatchObject({
    permanent: false,
    message: expect.stringContaining('451'),
  })
  server.refuse(null)
  await mailer.send(mail)
  mailer.close()
  expect(server.mails).toHaveLength(1)
})

test('a server that is not there is a refusal for now', async () => {
  const gone = await mailServer()
  await gone[Symbol.asyncDispose]()
  const mailer = createMailer({ smtpUrl: gone.url, from })
  await expect(mailer.send(mail)).rejects.toSatisfy(
    (error) => error instanceof MailError && !error.permanent,
  )
  mailer.close()
})

test('a server that drips its answers is given up: before the text was asked for nothing is lost, after it nobody knows', async () => {
  const stages = ['EHLO', 'RCPT', 'DATA', '.'] as const
  await Promise.all(
    stages.map(async (stage) => {
      await using server = await drippingMailServer(stage)
      const mailer = createMailer({ smtpUrl: server.url, from, limitMs: 1000 })
      const maybeAccepted = stage === '.'
      await expect(mailer.send(mail)).rejects.toMatchObject({
        name: 'MailError',
        permanent: false,
        maybeAccepted,
        ofServer: true,
        message: 'The SMTP server did not finish a mail within 1 seconds.',
      })
      mailer.close()
      expect([stage, server.taken()]).toEqual([stage, maybeAccepted ? 1 : 0])
    }),
  )
})
