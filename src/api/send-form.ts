export interface FormOptions {
  method?: 'POST' | 'PATCH'
  headers?: Record<string, string>
  /**
   * Called with the part of the bytes that is sent, from 0 to 1; at 1 the answer has not arrived
   * yet.
   */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/**
 * Sends a form with the headers of `request()`. `fetch` does not report the progress of an upload.
 * Rejects as `fetch` does: TypeError when the network fails, the signal's reason when it is
 * aborted.
 */
export function sendForm(
  path: string,
  form: FormData,
  options: FormOptions = {},
): Promise<Response> {
  const { method = 'POST', headers = {}, onProgress, signal } = options
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const call = new XMLHttpRequest()
    const abort = () => call.abort()
    signal?.addEventListener('abort', abort)
    call.open(method, path)
    const all = { 'Cache-Control': 'no-cache', Pragma: 'no-cache', ...headers }
    for (const [name, value] of Object.entries(all)) call.setRequestHeader(name, value)
    call.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    call.onload = () => {
      const { status, statusText, responseText } = call
      resolve(new Response(responseText || null, { status, statusText, headers: headersOf(call) }))
    }
    call.onerror = () => reject(new TypeError('The upload did not reach the server.'))
    call.onabort = () =>
      reject(signal?.reason ?? new DOMException('The upload was cancelled.', 'AbortError'))
    call.onloadend = () => signal?.removeEventListener('abort', abort)
    call.send(form)
  })
}

function headersOf(call: XMLHttpRequest): Headers {
  const lines = call.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean)
  return new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )
}
