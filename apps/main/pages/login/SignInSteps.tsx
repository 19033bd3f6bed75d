import type { SignInAnswer, SignInStep } from '@formwork/contract/identity/sign-in.ts';
import { NewPasswordStep } from './NewPasswordStep.tsx';
import { SecondStep } from './SecondStep.tsx';
import { SetUpStep } from './SetUpStep.tsx';

interface SignInStepsProps {
  step: SignInStep;
  onAnswer: (answer: SignInAnswer) => void;
  /** Back to where signing in begins. */
  onBack: () => void;
}

/** What is left to do after the first factor. */
export function SignInSteps({ step, onAnswer, onBack }: SignInStepsProps) {
  if (step.next === 'second_step')
    return <SecondStep key={step.ticket} step={step} onAnswer={onAnswer} onBack={onBack} />;
  if (step.next === 'set_up') return <SetUpStep key={step.ticket} step={step} onAnswer={onAnswer} onBack={onBack} />;
  return <NewPasswordStep key={step.ticket} step={step} onAnswer={onAnswer} onBack={onBack} />;
}
