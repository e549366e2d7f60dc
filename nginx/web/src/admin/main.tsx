// SPDX-License-Identifier: Apache-2.0
// Starts the admin console.
import { start } from '../shell/app.tsx';
import { admin } from './routes.ts';

void start(admin);
