// SPDX-License-Identifier: Apache-2.0
// Starts the tenant portal.
import { start } from '../shell/app.tsx';
import { cm } from './routes.ts';

void start(cm);
