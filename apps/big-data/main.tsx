import { startApp } from '@formwork/web/app.tsx';
import { pageLists } from '../pages.ts';

void startApp(pageLists);
