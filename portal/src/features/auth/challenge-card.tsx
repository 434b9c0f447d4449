import type { Challenge } from '../../api/session.ts'
import { AuthCard } from './auth-card.tsx'
import { ChallengeForm, challengeText, challengeTitle } from './challenge-form.tsx'

interface ChallengeCardProps {
  email: string
  step: Challenge
  onChallenge: (next: Challenge) => void
  onBack: () => void
}

/** The step after the password. */
export const ChallengeCard = ({ email, step, onChallenge, onBack }: ChallengeCardProps) => (
  <AuthCard title={challengeTitle(step)} about={challengeText(step, email)}>
    <ChallengeForm challenge={step} onChallenge={onChallenge} onBack={onBack} />
  </AuthCard>
)
