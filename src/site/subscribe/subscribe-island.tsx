import type { ComponentProps } from 'react'
import { Island } from '../../ui/island.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

/** The form of the newsletter on a page; its script is loaded when the form gets the focus. */
export function SubscribeIsland(
  props: Omit<ComponentProps<typeof SubscribeForm>, 'subscriptionType'>,
) {
  return (
    <Island
      name="subscribe"
      part={SubscribeForm}
      props={{ subscriptionType: 'newsletter', ...props }}
      wake="focus"
    />
  )
}
