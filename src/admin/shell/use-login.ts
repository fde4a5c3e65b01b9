import { useMutation } from '@tanstack/react-query'
import { loginMutation } from '../../api/auth.ts'
import { reasonOf } from '../../api/request.ts'
import { showToast } from '../../ui/show-toast.ts'
import { useAuth } from './auth.tsx'
import { unreachable } from './sign-in-rules.ts'

/** Signing in, with its toasts and the auth state (specification, sections 4 and 8; rulings, section 5). */
export function useLogin() {
  const auth = useAuth()
  return useMutation({
    ...loginMutation,
    onSuccess({ user }) {
      auth.signedIn(user)
      void showToast({ title: 'Login successful', description: 'You have been logged in successfully.' })
    },
    onError(error) {
      console.error(error)
      void showToast({ title: 'Login failed', description: reasonOf(error) ?? unreachable, variant: 'destructive' })
    },
  })
}
