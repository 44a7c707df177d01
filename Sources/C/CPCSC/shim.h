// SPDX-License-Identifier: MIT
#pragma once
#include <winscard.h>
#include <wintypes.h>

#include "pending_call.h"

// SCARD_PCI_T0 and SCARD_PCI_T1 take an address in a macro, which Swift does not import.
static inline const SCARD_IO_REQUEST *pcsc_pci_t0(void) { return SCARD_PCI_T0; }
static inline const SCARD_IO_REQUEST *pcsc_pci_t1(void) { return SCARD_PCI_T1; }
