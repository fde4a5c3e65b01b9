/** What is pasted into the creator. */
export const rawText = `Warp modes, compared

Every warped clip has a warp mode, and the mode decides what Live does with the sound when the tempo changes. Pick it by the material, not by the name.

• Beats keeps the transients of drums where they are
• Tones is for a bass line or a voice
• Complex keeps a whole mix together, and costs the most

Listen to the tail of a snare with each of them. If it stutters, shorten the envelope before you try another mode.`

/** Ghost's export with an additional column. */
const ghost = `email,subscribed_to_emails,created_at,Wants the weekly mail
wren@example.org,true,2024-02-03T04:05:06.000Z,yes
kit@example.org,false,2024-02-03T04:05:06.000Z,no
robin@example.org,true,2024-02-03T04:05:06.000Z,no
`

const mail = (subject: string, text: string) => `From: Session Notes <notes@example.org>
To: readers@example.org
Date: Mon, 16 Nov 2026 08:00:00 +0000
Subject: ${subject}
Content-Type: text/html; charset=utf-8

<h1>${subject}</h1><p>${text}</p><h2>Try it</h2><ol><li>Duplicate the last bar.</li><li>Mute it all.</li></ol>
<p>You subscribed to this. <a href="https://example.org/unsubscribe">Unsubscribe</a></p>`

const mails = [
  mail(
    'Leave room',
    'The quiet bar before the drop does more than any riser. Cut all but one tail, and wait.',
  ),
  mail(
    'One clip, four lengths',
    'Loop the hats at seven sixteenths over a straight kick. They meet after seven bars.',
  ),
]

/** The files that scenes choose. */
export const sampleFiles: Record<string, Array<ReturnType<typeof file>>> = {
  ghost: [file('list.csv', 'text/csv', ghost)],
  mails: mails.map((text, at) =>
    file(`issue-${at + 7}.eml`, 'message/rfc822', text.replaceAll('\n', '\r\n')),
  ),
}

function file(name: string, mimeType: string, text: string) {
  return { name, mimeType, buffer: Buffer.from(text) }
}
