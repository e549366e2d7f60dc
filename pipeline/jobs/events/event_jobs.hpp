// SPDX-License-Identifier: Apache-2.0
// The jobs that send events to webhooks and e-mail to users. Publishes what the API must know for
// them: the key that seals secrets of webhooks, and whether there is a mail server.
#pragma once

#include "core/settings/config.hpp"
#include "db/pg/connection.hpp"
#include "pipeline/jobs/context/job_context.hpp"

namespace assay::jobs {

// Sends a webhook, the claim's subject, its deliveries that are due. Deliveries that were sent but
// not recorded before an interruption are sent again with the same identifier. Throws GaveWay when
// there is more to send after a turn.
void process_delivery(const JobContext& context);

// Publishes the public key of this pipeline's key file, which is created if absent. If the file
// cannot be used, logs that; this pipeline then opens no secrets.
void publish_event_key(const Config& config, pg::Connection& connection);

// Sends a tenant, the claim's subject, its e-mail that is due. Messages that were sent but not
// recorded before an interruption are sent again with the same Message-ID. Throws GaveWay when
// there is more to send after a turn.
void process_emails(const JobContext& context);

// Publishes whether this pipeline has a mail server. Either all pipelines have one, or none.
void publish_mail_server(const Config& config, pg::Connection& connection);

}  // namespace assay::jobs
