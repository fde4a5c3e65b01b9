import { NotFound } from '../not-found.tsx'

/** The page at /auth (specification, section 2). */
export function AdminAccessOnly() {
  return (
    <NotFound
      title="Admin Access Only"
      text="The login area is restricted to administrators. Everything else on this site is open to everyone."
      links={[
        { label: 'Home', href: '/' },
        { label: 'Admin Login', href: '/admin/login' },
      ]}
    />
  )
}
