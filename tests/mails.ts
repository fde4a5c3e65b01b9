/** Mails as different programs write them, for the tests of the import. */
export interface SampleMail {
  name: string
  bytes: Buffer
  /** The title of the draft. */
  title: string
  /** Texts that its Markdown must contain, and must not contain. */
  holds: ReadonlyArray<string>
  lacks?: ReadonlyArray<string>
  images?: number
  trackers?: number
  footers?: number
  issue?: number
}

const eol = '\r\n'
const point =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
const unsubscribe =
  '<p style="font-size:11px">You are receiving this because you signed up. <a href="https://x.example/u">Unsubscribe</a></p>'

interface Part {
  type: string
  coding?: 'base64' | 'quoted-printable' | '8bit' | '7bit'
  headers?: Array<string>
  body: string | Buffer
}

function quotedPrintable(bytes: Buffer): string {
  const signs = [...bytes].map((byte) => {
    const plain =
      (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 || byte === 10 || byte === 13
    return plain
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  let line = 0
  return signs
    .map((sign) => {
      if (sign === '\n') line = 0
      else line += sign.length
      if (line <= 70) return sign
      line = sign.length
      return `=${eol}${sign}`
    })
    .join('')
}

function encoded({ coding = '7bit', body }: Part): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
  if (coding === 'base64')
    return Buffer.from(bytes.toString('base64').replace(/.{76}/g, `$&${eol}`))
  return coding === 'quoted-printable' ? Buffer.from(quotedPrintable(bytes)) : bytes
}

function partBytes(part: Part): Buffer {
  const head = [
    `Content-Type: ${part.type}`,
    `Content-Transfer-Encoding: ${part.coding ?? '7bit'}`,
    ...(part.headers ?? []),
  ]
  return Buffer.concat([Buffer.from(head.join(eol) + eol + eol), encoded(part)])
}

/** A multipart part. */
export function multi(kind: string, boundary: string, parts: ReadonlyArray<Part>): Part {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}${eol}`),
    partBytes(part),
    Buffer.from(eol),
  ])
  return {
    type: `multipart/${kind}; boundary="${boundary}"`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--${eol}`)]),
  }
}

let made = 0
export function mail(headers: Record<string, string>, part: Part): Buffer {
  made += 1
  const all: Record<string, string> = {
    From: 'Ada <ada@example.org>',
    To: 'list@example.org',
    Date: 'Fri, 02 Jan 2026 09:30:00 +0100',
    'Message-ID': `<mail-${made}@example.org>`,
    'MIME-Version': '1.0',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === '' ? [] : [`${name}: ${value}`],
  )
  return Buffer.concat([Buffer.from(lines.join(eol) + eol), partBytes(part)])
}

const plain = (body: string, type = 'text/plain; charset=utf-8'): Part => ({
  type,
  coding: '8bit',
  body,
})
const html = (body: string, coding: Part['coding'] = '8bit'): Part => ({
  type: 'text/html; charset=utf-8',
  coding,
  body,
})

const mailchimp = `<!DOCTYPE html><html xmlns:o="urn:schemas-microsoft-com:office:office"><head><title>Issue</title>
<style>p{margin:10px 0}</style><!--[if mso]><xml><o:PixelsPerInch>96</o:PixelsPerInch></xml><![endif]--></head><body>
<span class="mcnPreviewText" style="display:none; font-size:0px; max-height:0px;">Preview words nobody sees&zwnj;&nbsp;&zwnj;&nbsp;</span>
<center><table align="center" border="0" cellpadding="0" cellspacing="0" width="100%"><tr><td><table width="600" cellpadding="0"><tbody>
<tr><td><a href="https://x.example/b">View this email in your browser</a></td></tr>
<tr><td><h1>Sidechain, plainly</h1><p>Duck the <strong>bass</strong> under the kick, and read <a href="https://example.org/a?x=1&amp;y=2">why</a>.</p></td></tr>
<tr><td><img alt="A meter" src="https://img.example/meter.png" width="564"></td></tr>
<tr><td><table border="1"><tr><th>Ratio</th><th>Attack</th></tr><tr><td>4:1</td><td>1 ms</td></tr></table></td></tr>
<tr><td><ul><li>One</li><li>Two</li></ul></td></tr>
<tr><td style="font-size:12px"><em>Copyright © 2026 Notes.</em><br>Want to change how you receive these emails?<br>You can <a href="#">update your preferences</a> or <a href="#">unsubscribe from this list</a>.</td></tr>
</tbody></table></td></tr></table></center>
<img src="https://x.list-manage.com/track/open.php?u=1" height="1" width="1"></body></html>`

const outlook = `<html xmlns:v="urn:schemas-microsoft-com:vml"><body lang=EN-US><div class=WordSection1>
<p class=MsoNormal><b><span style='font-size:14.0pt'>Warp modes<o:p></o:p></span></b></p>
<p class=MsoNormal>Complex Pro keeps formants.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal><img width=40 height=40 src="cid:image001.png@01DC.ABC" alt="Knob"></p></div></body></html>`

const appleParts = multi('alternative', 'apple-alt', [
  plain('Plain words.'),
  multi('related; type="text/html"', 'apple-rel', [
    html(
      '<html><body><div>Words and a picture:</div><div><img src="cid:one@apple" alt="Screen"></div></body></html>',
    ),
    {
      type: 'image/png; name="screen shot.png"',
      coding: 'base64',
      headers: [
        'Content-ID: <one@apple>',
        'Content-Disposition: inline; filename="screen shot.png"',
      ],
      body: Buffer.from(point, 'base64'),
    },
  ]),
])

/** Sixteen mails of different programs. */
export const sampleMails: ReadonlyArray<SampleMail> = [
  {
    name: 'plain.eml',
    bytes: mail(
      { Subject: 'Plain words' },
      plain(
        `Hello,\r\n\r\nthis is *plain* text.\r\n\r\n- one\r\n- two\r\n\r\n-- \r\nUnsubscribe: https://x.example/u\r\n`,
      ),
    ),
    title: 'Plain words',
    holds: ['this is', '- one', '- two'],
    lacks: ['Unsubscribe'],
    footers: 1,
  },
  {
    name: 'mailchimp.eml',
    bytes: mail(
      { Subject: 'Issue #12: Sidechain, plainly' },
      multi('alternative', 'mc', [plain('Plain version'), html(mailchimp, 'quoted-printable')]),
    ),
    title: 'Issue #12: Sidechain, plainly',
    holds: [
      '# Sidechain, plainly',
      '**bass**',
      '[why](https://example.org/a?x=1',
      '![A meter](https://img.example/meter.png)',
      '| Ratio | Attack |',
      '| 4:1',
      '- One',
    ],
    lacks: [
      'unsubscribe',
      'preferences',
      'View this email',
      'Preview words',
      'list-manage',
      '<table',
      'Plain version',
    ],
    trackers: 1,
    issue: 12,
  },
  {
    name: 'outlook.eml',
    bytes: mail(
      { Subject: 'FW: Warp modes', 'Message-ID': '<out@look>' },
      multi('related', 'ol', [
        html(outlook),
        {
          type: 'image/png; name="image001.png"',
          coding: 'base64',
          headers: ['Content-ID: <image001.png@01DC.ABC>'],
          body: Buffer.from(point, 'base64'),
        },
      ]),
    ),
    title: 'Warp modes',
    holds: [
      '**Warp modes**',
      'Complex Pro keeps formants.',
      '![Knob](/newsletter-import/picture-1)',
    ],
    lacks: ['MsoNormal', 'o:p'],
    images: 1,
  },
  {
    name: 'apple.eml',
    bytes: mail(
      { Subject: '=?utf-8?B?UG9seW1ldGVyIOKAkyBlaW4gVGlwcA==?=', 'X-Mailer': 'Apple Mail (2.3)' },
      appleParts,
    ),
    title: 'Polymeter – ein Tipp',
    holds: ['Words and a picture:', '![Screen](/newsletter-import/picture-1)'],
    lacks: ['Plain words.'],
    images: 1,
  },
  {
    name: 'latin1.eml',
    bytes: mail(
      { Subject: '=?iso-8859-1?Q?Gr=FC=DFe_aus_K=F6ln?=' },
      {
        type: 'text/plain; charset=iso-8859-1',
        coding: 'quoted-printable',
        body: Buffer.from('Schöne Grüße aus dem Übungsraum.', 'latin1'),
      },
    ),
    title: 'Grüße aus Köln',
    holds: ['Schöne Grüße aus dem Übungsraum.'],
  },
  {
    name: 'wrong-label.eml',
    bytes: mail(
      { Subject: '=?us-ascii?Q?W=C3=A4rme?=' },
      { type: 'text/html; charset=us-ascii', coding: '8bit', body: '<p>Röhren und „Bänder“.</p>' },
    ),
    title: 'Wärme',
    holds: ['Röhren und „Bänder“.'],
  },
  {
    name: 'windows-1252.eml',
    bytes: mail(
      { Subject: 'Smart quotes' },
      {
        type: 'text/html; charset=windows-1252',
        coding: '8bit',
        body: Buffer.concat([
          Buffer.from('<p>It'),
          Buffer.from([0x92]),
          Buffer.from('s '),
          Buffer.from([0x93]),
          Buffer.from('warm'),
          Buffer.from([0x94]),
          Buffer.from('.</p>'),
        ]),
      },
    ),
    title: 'Smart quotes',
    holds: ['It’s “warm”.'],
  },
  {
    name: 'koi8.eml',
    bytes: mail(
      { Subject: '=?koi8-r?B?7c/Tz9fLwQ==?=' },
      {
        type: 'text/plain; charset=koi8-r',
        coding: 'base64',
        body: Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]),
      },
    ),
    title: 'Мосовка',
    holds: ['Привет'],
  },
  {
    name: 'shift-jis.eml',
    bytes: mail(
      { Subject: 'Japanese' },
      {
        type: 'text/plain; charset=shift_jis',
        coding: 'base64',
        body: Buffer.from([0x89, 0xb9, 0x8a, 0x79]),
      },
    ),
    title: 'Japanese',
    holds: ['音楽'],
  },
  {
    name: 'flowed.eml',
    bytes: mail(
      { Subject: 'Flowed text', 'User-Agent': 'Mozilla Thunderbird' },
      plain(
        `A line that goes on \r\nin the next one.\r\n\r\nAnother paragraph.\r\n`,
        'text/plain; charset=utf-8; format=flowed',
      ),
    ),
    title: 'Flowed text',
    holds: ['A line that goes on in the next one.', 'Another paragraph.'],
  },
  {
    name: 'substack.eml',
    bytes: mail(
      { Subject: 'The low end, plainly' },
      html(`<div class="preview" style="display:none;font-size:1px;opacity:0">Hidden</div><div><h2>The low end</h2><p>Keep the sub in mono.</p><blockquote><p>Less is low.</p></blockquote><p><code>Utility</code> does it.</p></div>
<div class="footer"><p>© 2026 Notes, 1 Street<br><a href="https://x.example/disable">Unsubscribe</a></p></div><img src="https://eotrx.example/o/abc.gif" alt="" style="width:1px;height:1px">`),
    ),
    title: 'The low end, plainly',
    holds: ['## The low end', '> Less is low.', '`Utility` does it.'],
    lacks: ['Hidden', 'Unsubscribe', 'eotrx'],
    trackers: 1,
    footers: 1,
  },
  {
    name: 'german.eml',
    bytes: mail(
      { Subject: 'Ausgabe 7' },
      html(
        `<table><tr><td><h3>Raumhall</h3><p>Kurzer Text über Hall.</p></td></tr><tr><td><p>Newsletter <a href="#">abbestellen</a> oder <a href="#">im Browser ansehen</a>.</p></td></tr></table>`,
      ),
    ),
    title: 'Ausgabe 7',
    holds: ['### Raumhall', 'Kurzer Text über Hall.'],
    lacks: ['abbestellen'],
    footers: 1,
    issue: 7,
  },
  {
    name: 'data-image.eml',
    bytes: mail(
      { Subject: 'Picture in the text' },
      html(
        `<p>Look:</p><p><img src="data:image/png;base64,${point}" alt="Dot" width="200"></p>${unsubscribe}`,
      ),
    ),
    title: 'Picture in the text',
    holds: ['Look:', '![Dot](/newsletter-import/picture-1)'],
    lacks: ['base64', 'Unsubscribe'],
    images: 1,
    footers: 1,
  },
  {
    name: 'attachment.eml',
    bytes: mail(
      { Subject: 'Re: [notes] With an attachment' },
      multi('mixed', 'mx', [
        html('<p>The text.</p>'),
        {
          type: 'application/pdf; name="a.pdf"',
          coding: 'base64',
          headers: ['Content-Disposition: attachment; filename="a.pdf"'],
          body: '%PDF',
        },
      ]),
    ),
    title: 'With an attachment',
    holds: ['The text.'],
    images: 0,
  },
  {
    name: 'hostile.eml',
    bytes: mail(
      { Subject: 'Scripts' },
      html(
        `<p onclick="alert(1)">Safe <script>alert(1)</script>words <a href="javascript:alert(1)">here</a></p><iframe src="https://x.example"></iframe><form action="https://x.example"><input name="a"></form>`,
      ),
    ),
    title: 'Scripts',
    holds: ['Safe words'],
    lacks: ['alert(1)</', 'iframe', 'onclick', '<script'],
  },
  {
    name: 'no-message-id.eml',
    bytes: mail(
      { Subject: 'No name of its own', 'Message-ID': '' },
      plain('Some words that only this mail has.'),
    ),
    title: 'No name of its own',
    holds: ['Some words that only this mail has.'],
  },
  {
    name: 'no-subject.eml',
    bytes: mail({ Subject: '' }, html('<p>The first words are its title. And more.</p>')),
    title: 'The first words are its title. And more.',
    holds: ['The first words'],
  },
]

/** A mailbox with these mails. */
export function mailbox(mails: ReadonlyArray<Buffer>): Buffer {
  return Buffer.concat(
    mails.flatMap((one) => {
      const quoted = one.toString('latin1').replace(/^(>*From )/gm, '>$1')
      return [
        Buffer.from('From ada@example.org Fri Jan  2 09:30:00 2026\n'),
        Buffer.from(quoted, 'latin1'),
        Buffer.from('\n\n'),
      ]
    }),
  )
}

/** A mail with parts nested to this depth. */
export function nestedMail(depth: number): Buffer {
  let part: Part = plain('At the bottom.')
  for (let level = 0; level < depth; level += 1) part = multi('mixed', `level-${level}`, [part])
  return mail({ Subject: 'Deep' }, part)
}

/** Mails within mails. */
export function forwardedMail(depth: number): Buffer {
  let inner = mail({ Subject: 'Innermost' }, plain('At the bottom.'))
  for (let level = 0; level < depth; level += 1)
    inner = mail(
      { Subject: `Level ${level}` },
      { type: 'message/rfc822', coding: '8bit', body: inner },
    )
  return inner
}
