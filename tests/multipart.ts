export interface Part {
  name?: string
  filename?: string
  bytes: Uint8Array | string
}

const boundary = 'a-boundary-of-our-own'

/** A multipart body as sent by a browser, and its headers. */
export function multipart(parts: ReadonlyArray<Part>): {
  body: Buffer
  headers: Record<string, string>
} {
  const pieces = parts.flatMap(({ name = 'file', filename, bytes }) => {
    const isFile = filename !== undefined
    const disposition = `Content-Disposition: form-data; name="${name}"${isFile ? `; filename="${filename}"` : ''}`
    const head = [
      `--${boundary}`,
      disposition,
      ...(isFile ? ['Content-Type: image/png'] : []),
      '',
      '',
    ]
    return [Buffer.from(head.join('\r\n')), Buffer.from(bytes), Buffer.from('\r\n')]
  })
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return {
    body,
    headers: {
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      'Content-Length': String(body.length),
    },
  }
}
