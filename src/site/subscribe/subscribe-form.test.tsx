// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { samplePage } from '../../ui/sample-page.ts'
import { type ToastMessage, toastEvent } from '../../ui/toast-message.ts'
import { SubscribeForm, type SubscribeFormProps } from './subscribe-form.tsx'

/** A mounted form with a fake answer; records the requests and toasts. */
function page(props: SubscribeFormProps, answer: () => Promise<Response>) {
  const sent: Array<unknown> = []
  const toasts: Array<ToastMessage> = []
  const originalFetch = globalThis.fetch
  globalThis.fetch = (_path, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return answer()
  }
  const hear = (event: Event) => toasts.push((event as CustomEvent<ToastMessage>).detail)
  document.addEventListener(toastEvent, hear)
  // The toaster of the first test stays in the page, as in a browser.
  const place = samplePage()
  const root = createRoot(place)
  flushSync(() => root.render(<SubscribeForm {...props} />))
  onTestFinished(() => {
    root.unmount()
    globalThis.fetch = originalFetch
    document.removeEventListener(toastEvent, hear)
  })
  const field = place.querySelector('input[name=email]') as HTMLInputElement
  const button = place.querySelector('button[type="submit"]') as HTMLButtonElement
  function submit(email: string) {
    field.value = email
    button.click()
  }
  return { sent, toasts, field, button, submit }
}

const ok = async () => new Response('{"ok":true}')

test('an invalid address marks the field, says why and sends nothing', async () => {
  const { sent, toasts, field, button, submit } = page({ subscriptionType: 'newsletter' }, ok)
  submit('nonsense')
  await expect.poll(() => toasts.at(0)?.title).toBe('Invalid email address')
  expect(sent).toEqual([])
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Please enter a valid email address.',
  )
  expect(button.textContent).toBe('Subscribe')
})

test('it is pending while it waits, then clears the field and shows a toast', async () => {
  let arrive: (response: Response) => void = () => undefined
  const { sent, toasts, field, button, submit } = page(
    { placement: 'sidebar', subscriptionType: 'newsletter' },
    () =>
      new Promise((resolve) => {
        arrive = resolve
      }),
  )
  submit(' ada@example.org ')
  await expect.poll(() => button.textContent).toBe('Subscribing...')
  expect(button.disabled).toBe(true)
  expect(sent).toMatchObject([{ email: 'ada@example.org', source: 'sidebar' }])
  arrive(await ok())
  await expect.poll(() => toasts.at(0)?.title).toBe('Subscription successful!')
  expect(field.value).toBe('')
  expect(button.disabled).toBe(false)
  expect(button.textContent).toBe('Subscribe')
})

test('a refused subscription keeps the address and shows the reason', async () => {
  const { toasts, field, button, submit } = page(
    { subscriptionType: 'newsletter' },
    async () => new Response('{"message":"Too many sign-ups"}', { status: 429 }),
  )
  submit('ada@example.org')
  await expect.poll(() => toasts.at(0)?.description).toMatch(/^Too many sign-ups from your network/)
  expect(toasts[0]?.title).toBe('Subscription failed')
  expect(field.value).toBe('ada@example.org')
  expect(button.disabled).toBe(false)
})
