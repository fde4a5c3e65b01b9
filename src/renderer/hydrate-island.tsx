import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { type ProfileData, profileFrom, specifiedProfile } from '#domain/site/site-profile.ts'
import { SiteProfileProvider } from '../ui/site-profile.tsx'
import { profileElement } from './profile-element.ts'

/** Hydrates an island synchronously, so that the events that came before can be replayed. */
export function hydrateIsland(island: HTMLElement, Part: ComponentType<Record<string, unknown>>): void {
  const props = JSON.parse(island.dataset.props ?? '{}') as Record<string, unknown>
  const data = document.getElementById(profileElement)?.textContent
  const profile = data ? profileFrom(JSON.parse(data) as ProfileData) : specifiedProfile
  flushSync(() =>
    hydrateRoot(
      island,
      <SiteProfileProvider value={profile}>
        <Part {...props} />
      </SiteProfileProvider>,
      { identifierPrefix: island.dataset.prefix },
    ),
  )
}
